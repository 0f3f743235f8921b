import type { ContainerStatus, Pod, PodCondition } from '@kube-informer/core/resources'

/** The statuses of a Pod's containers; none before it runs. */
export const containerStatusesOf = ({
  status: { containerStatuses = [] } = {},
}: Pod): readonly ContainerStatus[] => containerStatuses

/** Whether all containers of a Pod have ended for good. */
export const isFinished = ({ status }: Pod): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Whether a Pod counts as a replica (pkg/controller `IsPodActive`). */
export const isActive = (pod: Pod): boolean => !isFinished(pod) && !pod.metadata?.deletionTimestamp

/** Whether a Pod is being deleted and still runs (pkg/controller `IsPodTerminating`). */
export const isTerminating = (pod: Pod): boolean => !isFinished(pod) && !!pod.metadata?.deletionTimestamp

/** One condition of a Pod. */
export const podCondition = ({ status }: Pod, type: string): PodCondition | undefined =>
  status?.conditions?.find(condition => condition.type === type)

/** Whether the containers of a Pod are ready for requests. */
export const isReady = (pod: Pod): boolean => podCondition(pod, 'Ready')?.status === 'True'

/** In how many ms a ready Pod has been ready for long enough: 0 if it has, undefined if it is not ready. */
export function availableInMs(pod: Pod, minReadySeconds: number, nowMs: number): number | undefined {
  const { status, lastTransitionTime } = podCondition(pod, 'Ready') ?? {}
  if (status !== 'True') return undefined
  if (minReadySeconds === 0) return 0
  if (!lastTransitionTime) return undefined
  return Math.max(0, Date.parse(lastTransitionTime) + minReadySeconds * 1000 - nowMs)
}

/** Whether two states of a Pod differ in what the controllers of workloads count. */
export function countsDiffer(before: Pod, after: Pod): boolean {
  const [a, b] = [before.metadata, after.metadata]
  return (
    before.status?.phase !== after.status?.phase ||
    isReady(before) !== isReady(after) ||
    a?.deletionTimestamp !== b?.deletionTimestamp ||
    a?.labels !== b?.labels ||
    a?.ownerReferences !== b?.ownerReferences ||
    a?.finalizers !== b?.finalizers
  )
}
