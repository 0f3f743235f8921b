import { controllerOf } from '@kube-informer/controller'
import { labelMatcher } from '@kube-informer/core'
import type { Pod, ReplicaSet } from '@kube-informer/core/resources'
import { deletionOrder } from './deletion-order.ts'
import { isActive } from './pod-state.ts'

/** How many Pods one reconcile creates or deletes at most (upstream's `BurstReplicas`). */
export const BURST = 500

/** Which Pods a ReplicaSet has, and which it should take or let go. */
export interface Claims {
  /** Active Pods that it controls and selects. */
  readonly owned: readonly Pod[]
  /** Active Pods that it selects and that have no controller. */
  readonly orphans: readonly Pod[]
  /** Active Pods that it controls and does not select any more. */
  readonly strays: readonly Pod[]
}

/**
 * Decides which Pods a ReplicaSet claims (pkg/controller `PodControllerRefManager.ClaimPods`). One that is being deleted
 * adopts and releases nothing.
 */
export function claimPods(replicaSet: ReplicaSet, pods: readonly Pod[]): Claims {
  const selects = labelMatcher(replicaSet.spec.selector)
  const isLeaving = replicaSet.metadata?.deletionTimestamp !== undefined
  const claims = { owned: [] as Pod[], orphans: [] as Pod[], strays: [] as Pod[] }
  for (const pod of pods.filter(isActive)) {
    const owner = controllerOf(pod)
    const isSelected = selects(pod.metadata?.labels ?? {})
    if (owner && owner.uid !== replicaSet.metadata?.uid) continue
    if (owner && isSelected) claims.owned.push(pod)
    else if (owner && !isLeaving) claims.strays.push(pod)
    else if (!owner && isSelected && !isLeaving) claims.orphans.push(pod)
  }
  return claims
}

/** How to reach the wanted number of Pods: creations, or Pods to delete. */
export interface ReplicaPlan {
  readonly create: number
  readonly remove: readonly Pod[]
}

/** What a plan is made with. */
export interface PlanOptions {
  /** The Pods of all ReplicaSets with the same owner, such as a Deployment: of two nodes, the fuller one loses a Pod. */
  readonly relatedPods?: readonly Pod[] | undefined
  readonly nowMs: number
}

/** Decides what to create or delete (upstream's `manageReplicas`). */
export function planReplicas(
  { metadata, spec }: ReplicaSet,
  claimed: readonly Pod[],
  { relatedPods = [], nowMs }: PlanOptions,
): ReplicaPlan {
  const missing = (spec.replicas ?? 1) - claimed.length
  if (metadata?.deletionTimestamp || missing === 0) return { create: 0, remove: [] }
  if (missing > 0) return { create: Math.min(missing, BURST), remove: [] }
  return { create: 0, remove: deletionOrder(claimed, relatedPods, nowMs).slice(0, Math.min(-missing, BURST)) }
}
