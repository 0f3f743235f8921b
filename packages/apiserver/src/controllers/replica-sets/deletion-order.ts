import type { Pod } from '@kube-informer/core/resources'
import { containerStatusesOf, isActive, isReady, podCondition } from '../base/pod-state.ts'
import { uidOf } from '../base/stored-metadata.ts'

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'
const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }

/**
 * Pods in the order in which a ReplicaSet deletes surplus ones (pkg/controller `ActivePodsWithRanks`): not bound, not
 * running, not ready, cheap, sharing their node with many related Pods, ready for a short time, restarted often, young.
 * Times are compared by orders of magnitude, so that the choice among similar Pods is arbitrary.
 */
export function deletionOrder(
  candidates: readonly Pod[],
  related: readonly Pod[],
  nowMs: number,
): readonly Pod[] {
  const onNode = new Map<string, number>()
  const countOf = (node: string) => onNode.get(node) ?? 0
  for (const node of related.filter(isActive).map(nodeOf)) onNode.set(node, countOf(node) + 1)
  return candidates
    .map(pod => ({ pod, rank: rankOf(pod, countOf(nodeOf(pod)), nowMs) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ pod }) => pod)
}

const nodeOf = ({ spec }: Pod): string => spec?.nodeName ?? ''

/** The smaller rank goes first. */
function rankOf(pod: Pod, related: number, nowMs: number): readonly (number | string)[] {
  const { metadata, status } = pod
  const restarts = Math.max(0, ...containerStatusesOf(pod).map(({ restartCount }) => restartCount))
  return [
    nodeOf(pod) ? 1 : 0,
    PHASES[status?.phase ?? ''] ?? 0,
    isReady(pod) ? 1 : 0,
    Number(metadata?.annotations?.[DELETION_COST]) || 0,
    -related,
    isReady(pod) ? magnitude(nowMs, podCondition(pod, 'Ready')?.lastTransitionTime) : 0,
    -restarts,
    magnitude(nowMs, metadata?.creationTimestamp),
    uidOf(pod),
  ]
}

/** The order of magnitude of an age. */
function magnitude(nowMs: number, time: string | undefined): number {
  const ageMs = time === undefined ? Number.NaN : nowMs - Date.parse(time)
  return ageMs > 0 ? Math.floor(Math.log2(ageMs * 1e6)) : -1
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]
    if (other === undefined || value === other) continue
    return value < other ? -1 : 1
  }
  return 0
}
