import { type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

/** What the hooks find above them. */
export interface InformerContextValue {
  readonly connection: Connection
  /** The resource of hooks that name none. */
  readonly resource: string | ResourceDefinition | undefined
}

/** Props of {@link InformerProvider}, as they are before the types of a definition are put on. */
export interface UntypedProviderProps {
  readonly connection: Connection
  readonly resource?: string | ResourceDefinition | undefined
  readonly children?: ReactNode
}

const InformerContext = createContext<InformerContextValue | undefined>(undefined)

/** Puts a connection over a tree. It owns nothing: whoever made the connection closes it. */
export function UntypedProvider({ connection, resource, children }: UntypedProviderProps): ReactNode {
  const value = useMemo(() => ({ connection, resource }), [connection, resource])
  return <InformerContext.Provider value={value}>{children}</InformerContext.Provider>
}

/** The nearest provider's value. */
export function useInformerContext(): InformerContextValue {
  const value = useContext(InformerContext)
  if (value === undefined) {
    throw new UsageError(
      'No <InformerProvider> above this component. Wrap the tree in <InformerProvider connection={…}>.',
    )
  }
  return value
}
