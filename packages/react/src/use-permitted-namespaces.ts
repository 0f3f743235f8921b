import type { ResourceDefinition } from '@kube-informer/core'
import type { Connection, PermittedNamespacesObserver, PermittedNamespacesState } from '@kube-informer/worker'
import { UNKNOWN_NAMESPACES } from '@kube-informer/worker/internal'
import { useMemo, useSyncExternalStore } from 'react'
import { useInformerContext } from './context/provider.tsx'
import type { PermittedNamespacesOptions } from './options.ts'
import type { PermittedNamespacesResult } from './permitted-namespaces-result.ts'
import type { Registered } from './registered.ts'
import { throwIfWanted } from './throw-on-error.ts'

/** What a server renders, and what is shown where nothing is asked. */
const NOTHING_ASKED: PermittedNamespacesObserver = {
  getState: () => UNKNOWN_NAMESPACES,
  subscribe: () => () => {},
}

/**
 * The namespaces that the user can choose from, for a picker.
 *
 * @example const { data: namespaces, error } = usePermittedNamespaces({ readable: 'pods' })
 */
export const usePermittedNamespaces = (({
  connection: given,
  enabled = true,
  readable,
  throwOnError,
}: PermittedNamespacesOptions<Connection['definitions'], string | ResourceDefinition> = {}) => {
  const { connection } = useInformerContext(given)
  // Equal requests have the same observer, so React does not subscribe again on each render.
  const { subscribe, getState } = enabled ? connection.permittedNamespaces({ readable }) : NOTHING_ASKED
  const state = useSyncExternalStore(subscribe, getState, NOTHING_ASKED.getState)
  const result = useMemo(() => resultOf(state, enabled), [state, enabled])
  throwIfWanted(result, throwOnError)
  return result
}) as Registered['usePermittedNamespaces']

function resultOf(
  { namespaces, source, isPending, error }: PermittedNamespacesState,
  isEnabled: boolean,
): PermittedNamespacesResult {
  const isComplete = source !== undefined && source !== 'seen' && !isPending && !error
  return Object.freeze({
    data: namespaces,
    source,
    isComplete,
    status: Object.freeze({
      data: isComplete ? 'complete' : namespaces.length > 0 ? 'cached' : 'none',
      error,
    }),
    error,
    isPending: source === undefined && !error,
    isError: error !== undefined,
    isEnabled,
  })
}
