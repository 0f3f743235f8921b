import {
  type Controller,
  controllerOf,
  type Manager,
  type RequestLike,
  requestOf,
} from '@kube-informer/controller'
import { type Clock, labelMatcher } from '@kube-informer/core'
import { type Pod, pods, replicaSets } from '@kube-informer/core/resources'

import { CONTROLLER_INDEX, createReplicaSetReconciler, NO_CONTROLLER } from './replica-set-reconciler.ts'

/** How many ReplicaSets are reconciled at once (upstream's `--concurrent-replicaset-syncs`). */
const WORKERS = 5

/** Options of {@link addReplicaSetController}. */
export interface ReplicaSetControllerOptions {
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/**
 * Adds a controller of ReplicaSets to a manager. It does what the one of kube-controller-manager does, so both must not run
 * in one cluster at once.
 *
 * @example
 * const manager = createManager({ client, leaderElection: { name: 'replicasets', namespace: 'kube-system' } })
 * addReplicaSetController(manager)
 * await manager.run(signal)
 */
export function addReplicaSetController(
  manager: Manager,
  { clock }: ReplicaSetControllerOptions = {},
): Controller {
  const { apiReader, cache } = manager
  cache.indexField(pods, CONTROLLER_INDEX, pod => controllerOf(pod)?.uid ?? NO_CONTROLLER)

  /** The ReplicaSets that would adopt a Pod. */
  const adopters = async (pod: Pod): Promise<readonly RequestLike[]> => {
    if (controllerOf(pod)) return []
    const { namespace, labels = {} } = pod.metadata ?? {}
    const { items } = await cache.list(replicaSets, { namespace })
    return items.filter(({ spec }) => labelMatcher(spec.selector)(labels)).map(requestOf)
  }

  return manager
    .controllerFor(replicaSets)
    .owns(pods)
    .watches(pods, pod => adopters(pod))
    .withOptions({ maxConcurrentReconciles: WORKERS })
    .reconcile(createReplicaSetReconciler({ apiReader, clock }))
}
