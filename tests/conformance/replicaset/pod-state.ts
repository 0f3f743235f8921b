import type { Pod, PodCondition } from '@kube-informer/core/resources'

const isTerminal = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Whether a Pod counts as a replica (pkg/controller `IsPodActive`). */
export const isActive = (pod: Pod): boolean => !isTerminal(pod) && !pod.metadata?.deletionTimestamp

/** Whether the deletion of a Pod is pending (pkg/controller `IsPodTerminating`). */
export const isTerminating = (pod: Pod): boolean => !isTerminal(pod) && !!pod.metadata?.deletionTimestamp

const readyCondition = ({ status }: Pod): PodCondition | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready')

/** Whether the containers of a Pod are ready for requests. */
export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True'

/** Since when a Pod is ready, in milliseconds since 1970; undefined if it is not ready, or does not say since when. */
export function readySinceMs(pod: Pod): number | undefined {
  const { status, lastTransitionTime } = readyCondition(pod) ?? {}
  return status === 'True' && lastTransitionTime ? Date.parse(lastTransitionTime) : undefined
}

/** In how many milliseconds a ready Pod has been ready for long enough; 0 if it has, undefined if that is unknown. */
export function availableInMs(pod: Pod, minReadySeconds: number, nowMs: number): number | undefined {
  if (!isReady(pod)) return undefined
  if (minReadySeconds === 0) return 0
  const sinceMs = readySinceMs(pod)
  return sinceMs === undefined ? undefined : Math.max(0, sinceMs + minReadySeconds * 1000 - nowMs)
}
