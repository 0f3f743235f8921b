import type { ContainerStatus, Pod } from '@kube-informer/core/resources'
import { isActive, isReady, readySinceMs } from './pod-state.ts'

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'

const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }

/** What one Pod is compared by; a smaller value is deleted first. */
interface Rank {
  readonly assigned: number
  readonly phase: number
  readonly ready: number
  readonly cost: number
  readonly alone: number
  /** Undefined for a Pod that is not ready. */
  readonly readySinceMs: number | undefined
  readonly calm: number
  readonly sidecarCalm: number
  readonly createdMs: number | undefined
  readonly uid: string
}

/**
 * Pods in the order in which a ReplicaSet deletes surplus ones (pkg/controller `ActivePodsWithRanks`): first those that are
 * not assigned to a node, then those whose phase is Pending or Unknown, that are not ready, that cost least, that share
 * their node with most related Pods, that became ready last, that restarted most, and that were created last. Times are
 * compared by orders of magnitude: a random choice between similar Pods spreads what is left.
 */
export function deletionOrder(
  pods: readonly Pod[],
  relatedPods: readonly Pod[],
  nowMs: number,
): readonly Pod[] {
  const related = new Map<string, number>()
  for (const { spec } of relatedPods.filter(isActive)) {
    const node = spec?.nodeName ?? ''
    related.set(node, (related.get(node) ?? 0) + 1)
  }
  return pods
    .map(pod => ({ pod, rank: rankOf(pod, related.get(pod.spec?.nodeName ?? '') ?? 0) }))
    .sort((a, b) => compareRanks(a.rank, b.rank, nowMs))
    .map(({ pod }) => pod)
}

function rankOf(pod: Pod, related: number): Rank {
  const { metadata, spec, status } = pod
  const sidecars = new Set(
    spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  )
  const created = metadata?.creationTimestamp
  return {
    assigned: spec?.nodeName ? 1 : 0,
    phase: PHASES[status?.phase ?? ''] ?? 0,
    ready: isReady(pod) ? 1 : 0,
    cost: deletionCost(metadata?.annotations?.[DELETION_COST] ?? ''),
    alone: -related,
    readySinceMs: isReady(pod) ? (readySinceMs(pod) ?? Number.POSITIVE_INFINITY) : undefined,
    calm: -mostRestarts(status?.containerStatuses),
    sidecarCalm: -mostRestarts(status?.initContainerStatuses?.filter(({ name }) => sidecars.has(name))),
    createdMs: created === undefined ? Number.POSITIVE_INFINITY : Date.parse(created),
    uid: metadata?.uid ?? '',
  }
}

function compareRanks(a: Rank, b: Rank, nowMs: number): number {
  return (
    a.assigned - b.assigned ||
    a.phase - b.phase ||
    a.ready - b.ready ||
    a.cost - b.cost ||
    a.alone - b.alone ||
    compareTimes(a.readySinceMs, b.readySinceMs, a, b, nowMs) ||
    a.calm - b.calm ||
    a.sidecarCalm - b.sidecarCalm ||
    compareTimes(a.createdMs, b.createdMs, a, b, nowMs)
  )
}

/** The newer time first; of times of one order of magnitude, that of the smaller uid. */
function compareTimes(
  a: number | undefined,
  b: number | undefined,
  { uid: aUid }: Rank,
  { uid: bUid }: Rank,
  nowMs: number,
): number {
  if (a === undefined || b === undefined || a === b) return 0
  if (!Number.isFinite(a) || !Number.isFinite(b)) return b - a
  const difference = magnitude(nowMs - a) - magnitude(nowMs - b)
  return difference || (aUid < bUid ? -1 : aUid > bUid ? 1 : 0)
}

/** The whole logarithm of an age in nanoseconds, the unit upstream takes it of. */
const magnitude = (ageMs: number): number => (ageMs > 0 ? Math.floor(Math.log2(ageMs * 1e6)) : -1)

/** A whole number of 32 bits; upstream takes 0 for any other text. */
function deletionCost(text: string): number {
  const cost = /^(0|-?\d+)$/.test(text) && !/^0\d/.test(text) ? Number(text) : 0
  return cost === (cost | 0) ? cost : 0
}

const mostRestarts = (statuses: readonly ContainerStatus[] = []): number =>
  Math.max(0, ...statuses.map(({ restartCount }) => restartCount ?? 0))
