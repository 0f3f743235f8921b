import { type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import { type Context, createContext, type ReactNode, useContext, useMemo } from 'react'
import type { HydratedSlices } from './hydration/parse-dehydrated.ts'

/** The value that the provider passes to the hooks. */
export interface InformerContextValue {
  readonly connection: Connection
  /** The resource of hooks that pass no `resource`. */
  readonly resource: string | ResourceDefinition | undefined
  /** What a server has rendered below `InformerHydrationBoundary`, for this connection. */
  readonly hydrated?: HydratedSlices | undefined
}

/** Props of `InformerProvider`, before the types of a definition are added. */
export interface UntypedProviderProps {
  readonly connection: Connection
  readonly resource?: string | ResourceDefinition | undefined
  readonly children?: ReactNode
}

/** Set by `InformerProvider` and `InformerHydrationBoundary`. */
export const InformerContext: Context<InformerContextValue | undefined> = createContext<
  InformerContextValue | undefined
>(undefined)

/** Provides a connection to the hooks below it. It does not close the connection; the code that created it does. */
export function UntypedProvider({ connection, resource, children }: UntypedProviderProps): ReactNode {
  const value = useMemo(() => ({ connection, resource }), [connection, resource])
  return <InformerContext.Provider value={value}>{children}</InformerContext.Provider>
}

/** The value of the nearest provider, with the connection of a hook's option in place of its own. */
export function useInformerContext(connection?: Connection): InformerContextValue {
  const value = useContext(InformerContext)
  if (connection !== undefined) return { connection, resource: value?.resource }
  if (value === undefined) {
    throw new UsageError(
      'No <InformerProvider> above this component. Wrap the tree in <InformerProvider connection={…}>, or pass the hook option `connection`.',
    )
  }
  return value
}
