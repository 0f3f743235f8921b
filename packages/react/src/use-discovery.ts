import type { Connection, DiscoveryState } from '@kube-informer/worker'
import { INITIAL_DISCOVERY_STATE } from '@kube-informer/worker/internal'
import { useMemo, useSyncExternalStore } from 'react'
import { useInformerContext } from './context/provider.tsx'
import type { DiscoveryResult } from './discovery-result.ts'
import type { DiscoveryOptions } from './options.ts'
import type { Registered } from './registered.ts'
import { throwIfWanted } from './throw-on-error.ts'

const subscribeToNothing = () => () => {}
const initialState = () => INITIAL_DISCOVERY_STATE

/**
 * The resources that the server serves, in every version, the preferred one first.
 *
 * @example const { data: resources } = useDiscovery()
 */
export const useDiscovery = (({
  connection: given,
  enabled = true,
  throwOnError,
}: DiscoveryOptions<Connection['definitions']> = {}) => {
  const { discovery } = useInformerContext(given).connection
  const { subscribe, getState, refresh } = discovery
  const state = useSyncExternalStore(enabled ? subscribe : subscribeToNothing, getState, initialState)
  const result = useMemo(() => resultOf(state, enabled, refresh), [state, enabled, refresh])
  throwIfWanted(result, throwOnError)
  return result
}) as Registered['useDiscovery']

function resultOf(
  { resources, groups, data, error, failures }: DiscoveryState,
  isEnabled: boolean,
  refresh: () => Promise<DiscoveryState>,
): DiscoveryResult {
  return Object.freeze({
    data: resources,
    groups,
    status: Object.freeze({ data, error }),
    error,
    failures,
    isPending: data === 'none' && !error,
    isError: error !== undefined,
    isEnabled,
    isStale: isEnabled && (data !== 'complete' || error !== undefined),
    refetch: () => refresh(),
  })
}
