import { type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

/** The value that the provider passes to the hooks. */
export interface InformerContextValue {
  readonly connection: Connection
  /** The resource of hooks that pass no `resource`. */
  readonly resource: string | ResourceDefinition | undefined
}

/** Props of `InformerProvider`, before the types of a definition are added. */
export interface UntypedProviderProps {
  readonly connection: Connection
  readonly resource?: string | ResourceDefinition | undefined
  readonly children?: ReactNode
}

const InformerContext = createContext<InformerContextValue | undefined>(undefined)

/** Provides a connection to the hooks below it. It does not close the connection; the code that created it does. */
export function UntypedProvider({ connection, resource, children }: UntypedProviderProps): ReactNode {
  const value = useMemo(() => ({ connection, resource }), [connection, resource])
  return <InformerContext.Provider value={value}>{children}</InformerContext.Provider>
}

/** The value of the nearest provider. */
export function useInformerContext(): InformerContextValue {
  const value = useContext(InformerContext)
  if (value === undefined) {
    throw new UsageError(
      'No <InformerProvider> above this component. Wrap the tree in <InformerProvider connection={…}>.',
    )
  }
  return value
}
