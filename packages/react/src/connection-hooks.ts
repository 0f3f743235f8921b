import type { ResourceDefinition } from '@kube-informer/core'
import type { AccessObserver, Connection, ConnectionStatus } from '@kube-informer/worker'
import { UNKNOWN_ACCESS } from '@kube-informer/worker/internal'
import { useSyncExternalStore } from 'react'
import { resourceOf, UntypedProvider, useInformerContext, useStatusSubscribe } from './context/provider.tsx'
import type { AccessOptions } from './options.ts'
import type { Registered } from './registered.ts'
import type { UntypedOptions } from './use-slice.ts'

/**
 * Provides a connection to the hooks below it. It does not close the connection; the code that created it does.
 *
 * @example <InformerProvider connection={connection} resource="pods">…</InformerProvider>
 */
export const InformerProvider = UntypedProvider as Registered['InformerProvider']

/**
 * The connection of the nearest provider, for its `client` and `signOut`.
 *
 * @example const { client } = useConnection()
 */
export const useConnection = (() => useInformerContext().connection) as Registered['useConnection']

/** The status that a server renders and hydration starts from: the host is not chosen yet. */
const SERVER_STATUS: ConnectionStatus = Object.freeze({
  host: 'dedicated',
  reason: 'not connected yet',
  state: 'connecting',
  freshness: Object.freeze({ state: 'catching-up', reason: 'connecting' }),
  restarts: 0,
  storage: Object.freeze({ state: 'opening' }),
})

/**
 * The status of the connection: the host that runs the informers, its state, and what it stores on disk.
 *
 * @example const { state, host, storage } = useConnectionStatus()
 */
export const useConnectionStatus = ((options?: Pick<UntypedOptions, 'connection'>) => {
  const { connection } = useInformerContext(options?.connection)
  return useSyncExternalStore(
    useStatusSubscribe(connection),
    () => connection.status,
    () => SERVER_STATUS,
  )
}) as Registered['useConnectionStatus']

/** What is shown where nothing is asked. */
const NOTHING_ASKED: AccessObserver = { getState: () => UNKNOWN_ACCESS, subscribe: () => () => {} }

/**
 * Whether the server allows this user a request. `allowed` is undefined until it has answered.
 *
 * @example const { allowed } = useAccess({ verb: 'delete', resource: 'pods', namespace: 'default' })
 */
export const useAccess = (({
  connection,
  enabled = true,
  ...request
}: AccessOptions<Connection['definitions'], string | ResourceDefinition>) => {
  const context = useInformerContext(connection)
  const resource = resourceOf(request, context)
  // Equal requests have the same observer, so React does not subscribe again on each render.
  const { subscribe, getState } =
    enabled && resource !== undefined ? context.connection.access({ ...request, resource }) : NOTHING_ASKED
  return useSyncExternalStore(subscribe, getState, NOTHING_ASKED.getState)
}) as Registered['useAccess']
