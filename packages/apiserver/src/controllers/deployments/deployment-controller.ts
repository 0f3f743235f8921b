import { labelMatcher } from '@kube-informer/core'
import {
  type Deployment,
  deployments,
  type Pod,
  pods,
  type ReplicaSet,
  replicaSets,
} from '@kube-informer/core/resources'
import { LazyStoredObject, type StorageEvent } from '../../storage/stored-object.ts'
import { ControllerClient, objectKey } from '../base/controller-client.ts'
import { controllerOf } from '../base/owner-index.ts'
import { isFinished } from '../base/pod-state.ts'
import { ReconcileQueue } from '../base/reconcile-queue.ts'
import { labelsOf, namespaceOf } from '../base/stored-metadata.ts'
import type { ControllerOptions } from '../controller-options.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import { isComplete } from './deployment-status.ts'
import { isRolling } from './replica-counts.ts'
import { RevisionKeeper } from './revisions.ts'
import { Rollout } from './rollout.ts'

/** Rolls Deployments out (pkg/controller/deployment). It needs a controller of ReplicaSets. */
export class DeploymentController {
  readonly #client: ControllerClient
  readonly #keeper: RevisionKeeper
  readonly #queue: ReconcileQueue
  /** Deployments that may adopt ReplicaSets: new and changed ones, and those that select a new orphan. */
  readonly #adopting = new Set<string>()

  constructor(options: ControllerOptions, recorder: EventRecorder) {
    this.#client = new ControllerClient(options, 'kube-controller-manager')
    this.#keeper = new RevisionKeeper(this.#client, recorder)
    this.#queue = new ReconcileQueue({ clock: options.clock, reconcile: key => this.#sync(key) })
    const collection = this.#client.collection(deployments)
    for (const key of collection.keys) {
      const stored = collection.get(key)
      // Lazy ones are generated: they are complete, and are not read before they change.
      if (stored instanceof LazyStoredObject && !stored.lazy.isBuilt) continue
      if (stored && !isComplete(stored.object as Deployment)) this.#add(key)
    }
    collection.subscribe(({ key }) => this.#add(key))
    this.#client.collection(replicaSets).subscribe(event => this.#noticeReplicaSet(event))
    this.#client.collection(pods).subscribe(event => this.#noticePod(event))
  }

  #add(key: string): void {
    this.#adopting.add(key)
    this.#queue.add(key)
  }

  #noticeReplicaSet({ previous, current }: StorageEvent): void {
    for (const stored of [previous, current]) if (stored) this.#addOwner(stored.object as ReplicaSet)
    const orphan = current?.object as ReplicaSet | undefined
    if (orphan && !controllerOf(orphan) && !orphan.metadata?.deletionTimestamp) this.#addAdopters(orphan)
  }

  #addOwner(replicaSet: ReplicaSet): void {
    const owner = controllerOf(replicaSet)
    if (owner?.kind !== 'Deployment') return
    const key = `${replicaSet.metadata?.namespace}/${owner.name}`
    if (this.#client.get(deployments, key)?.metadata?.uid === owner.uid) this.#queue.add(key)
  }

  #addAdopters(replicaSet: ReplicaSet): void {
    for (const deployment of this.#client.inNamespace(deployments, namespaceOf(replicaSet)))
      if (labelMatcher(deployment.spec.selector)(labelsOf(replicaSet))) this.#add(objectKey(deployment))
  }

  /** A Deployment that recreates its Pods waits until the last old one has ended. */
  #noticePod({ previous, current }: StorageEvent): void {
    if (!previous || (current && !isFinished(current.object as Pod))) return
    const pod = previous.object as Pod
    const owner = controllerOf(pod)
    if (owner?.kind !== 'ReplicaSet') return
    const replicaSet = this.#client.get(replicaSets, `${pod.metadata?.namespace}/${owner.name}`)
    const key = `${pod.metadata?.namespace}/${replicaSet ? controllerOf(replicaSet)?.name : ''}`
    const deployment = this.#client.get(deployments, key)
    if (deployment && !isRolling(deployment)) this.#queue.add(key)
  }

  #sync(key: string): void {
    const mayAdopt = this.#adopting.delete(key)
    const waitMs = new Rollout(this.#client, this.#keeper, { key, mayAdopt }).run()
    if (waitMs !== undefined) this.#queue.addAfter(key, waitMs)
  }
}
