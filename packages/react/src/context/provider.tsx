import { type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { Connection, HydratedSlice, Subscription } from '@kube-informer/worker'
import { type Context, createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { type Off, wanted } from './skip-token.ts'

/** The value that the provider passes to the hooks. */
export interface InformerContextValue {
  readonly connection: Connection
  /** The resource of hooks that pass no `resource`. */
  readonly resource: string | ResourceDefinition | undefined
  /** What a server has rendered of a subscription below `InformerHydrationBoundary`, for this connection. */
  readonly hydrated?:
    | ((subscription: Subscription) => HydratedSlice<KubernetesObject> | undefined)
    | undefined
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
  if (connection) return { connection, resource: value?.resource }
  if (value) return value
  throw new UsageError('a hook needs an <InformerProvider> above it, or the option `connection`')
}

/** The `subscribe` of the connection's status, for `useSyncExternalStore`. */
export const useStatusSubscribe = (connection: Connection): ((listener: () => void) => () => void) =>
  useCallback(listener => connection.subscribeStatus(listener), [connection])

/** The `resource` option takes precedence, and disables the hook when it is null, undefined or skipToken. */
export function resourceOf(
  options: { readonly resource?: string | ResourceDefinition | Off },
  { resource, connection }: InformerContextValue,
): string | ResourceDefinition | undefined {
  if ('resource' in options) return wanted(options.resource)
  const names = Object.keys(connection.definitions)
  const found = resource ?? (names.length === 1 ? names[0] : undefined)
  if (found !== undefined) return found
  throw new UsageError('several resources: pass the option `resource` to the hook or to <InformerProvider>')
}
