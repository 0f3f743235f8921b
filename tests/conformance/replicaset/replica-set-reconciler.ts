import {
  type Client,
  controllerOf,
  type Reader,
  type ReconcileContext,
  type Reconciler,
} from '@kube-informer/controller'
import { type Clock, systemClock } from '@kube-informer/core'
import {
  type Pod,
  pods,
  type ReplicaSet,
  type ReplicaSetStatus,
  replicaSets,
} from '@kube-informer/core/resources'
import { planReplicas } from './plan.ts'
import { writeClaims } from './pod-claims.ts'
import { availableInMs } from './pod-state.ts'
import { isSameStatus, replicaSetStatus } from './replica-set-status.ts'
import { writeReplicas } from './replicas.ts'

/** The index of Pods by the uid of their controller; {@link NO_CONTROLLER} for orphans. */
export const CONTROLLER_INDEX = 'metadata.controller'
export const NO_CONTROLLER = 'none'

/** Options of {@link createReplicaSetReconciler}. */
export interface ReplicaSetReconcilerOptions {
  /** Reads from the server rather than from the cache. */
  readonly apiReader: Reader
  readonly clock?: Clock | undefined
}

/**
 * Gives a ReplicaSet the number of Pods that it wants (upstream's `syncReplicaSet`).
 *
 * Upstream counts the creations and deletions that its cache has not shown yet ("expectations"), and skips a ReplicaSet
 * until all have appeared. There is no such code here: `client.list` waits until the cache has this client's own writes.
 */
export const createReplicaSetReconciler =
  ({ apiReader, clock = systemClock }: ReplicaSetReconcilerOptions): Reconciler =>
  async (request, context) => {
    const { client } = context
    const replicaSet = await client.find(replicaSets, request)
    if (!replicaSet) return
    const candidates = await podsOf(client, replicaSet)
    const claimed = await writeClaims(replicaSet, candidates, { client, apiReader })
    const relatedPods = await relatedPodsOf(client, replicaSet)
    const nowMs = clock.now()
    const failure = await writeReplicas(
      replicaSet,
      planReplicas(replicaSet, claimed, { relatedPods, nowMs }),
      context,
    )
    const status = replicaSetStatus(replicaSet, { claimed, pods: candidates, failure, nowMs })
    await writeStatus(replicaSet, status, context)
    if (failure) throw failure
    return { requeueAfterMs: nextCheckMs(replicaSet, claimed, status, nowMs) }
  }

/** The Pods that a ReplicaSet controls, and those without a controller. */
async function podsOf(client: Client, { metadata }: ReplicaSet): Promise<readonly Pod[]> {
  const { namespace, uid = '' } = metadata ?? {}
  const lists = await Promise.all(
    [uid, NO_CONTROLLER].map(value =>
      client.list(pods, { namespace, fieldSelector: { [CONTROLLER_INDEX]: value } }),
    ),
  )
  return lists.flatMap(({ items }) => items)
}

/** The Pods of all ReplicaSets with the same owner. */
async function relatedPodsOf(client: Client, replicaSet: ReplicaSet): Promise<readonly Pod[]> {
  const owner = controllerOf(replicaSet)
  if (!owner) return []
  const { namespace } = replicaSet.metadata ?? {}
  const { items } = await client.list(replicaSets, { namespace })
  const related = items.filter(each => controllerOf(each)?.uid === owner.uid)
  const lists = await Promise.all(
    related.map(({ spec }) => client.list(pods, { namespace, labelSelector: spec.selector })),
  )
  return [...new Map(lists.flatMap(list => list.items).map(pod => [pod.metadata?.uid, pod])).values()]
}

/** Writes a status that has changed. With the version that it was computed from, it cannot replace a newer one. */
async function writeStatus(
  replicaSet: ReplicaSet,
  status: ReplicaSetStatus,
  { client }: Pick<ReconcileContext, 'client'>,
): Promise<void> {
  if (isSameStatus(replicaSet.status, status)) return
  const patch = { metadata: { resourceVersion: replicaSet.metadata?.resourceVersion }, status }
  await client.patch(replicaSets, replicaSet, patch, { subresource: 'status' })
}

/** When the next Pod counts as available; undefined if no Pod waits for that. */
function nextCheckMs(
  { spec }: ReplicaSet,
  claimed: readonly Pod[],
  { readyReplicas, availableReplicas }: ReplicaSetStatus,
  nowMs: number,
): number | undefined {
  const { minReadySeconds = 0 } = spec
  if (minReadySeconds === 0 || readyReplicas === availableReplicas) return undefined
  const waits = claimed.map(pod => availableInMs(pod, minReadySeconds, nowMs) ?? 0).filter(wait => wait > 0)
  return Math.min(minReadySeconds * 1000, ...waits)
}
