import { labelMatcher, StatusError } from '@kube-informer/core'
import { type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { LazyStoredObject, type StorageEvent, type StoredObject } from '../../storage/stored-object.ts'
import { ControllerClient, controllerReference, objectKey } from '../base/controller-client.ts'
import { controllerOf, controllerUidOf } from '../base/owner-index.ts'
import { availableInMs, countsDiffer, isActive, isTerminating } from '../base/pod-state.ts'
import { ReconcileQueue } from '../base/reconcile-queue.ts'
import { generationOf, labelsOf, namespaceOf, ownersOf, uidOf } from '../base/stored-metadata.ts'
import type { ControllerOptions } from '../controller-options.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import { deletionOrder } from './deletion-order.ts'
import { podFromTemplate } from './pod-template.ts'
import { isSameReplicaSetStatus, replicaSetStatus } from './replica-set-status.ts'

const SOURCE = { component: 'replicaset-controller' }
/** How many Pods one reconcile creates or deletes at most. */
const BURST = 500

/** Keeps the number of Pods of each ReplicaSet (pkg/controller/replicaset). */
export class ReplicaSetController {
  readonly #client: ControllerClient
  readonly #recorder: EventRecorder
  readonly #queue: ReconcileQueue
  /** ReplicaSets that may adopt Pods: new and changed ones, and those that select a new orphan. */
  readonly #adopting = new Set<string>()
  /** Its own writes of a status cause no work. */
  #isWriting = false

  constructor(options: ControllerOptions, recorder: EventRecorder) {
    this.#client = new ControllerClient(options, 'kube-controller-manager')
    this.#recorder = recorder
    this.#queue = new ReconcileQueue({ clock: options.clock, reconcile: key => this.#sync(key) })
    const collection = this.#client.collection(replicaSets)
    for (const key of collection.keys) if (!this.#isSettled(collection.get(key))) this.#queue.add(key)
    collection.subscribe(({ key }) => {
      if (this.#isWriting) return
      this.#adopting.add(key)
      this.#queue.add(key)
    })
    this.#client.collection(pods).subscribe(event => this.#noticePod(event))
  }

  /** Whether a ReplicaSet of the initial objects has its Pods: they are then not read. */
  #isSettled(stored: StoredObject | undefined): boolean {
    // Lazy ones are generated: they have their Pods, and are not read before they change.
    if (!stored || (stored instanceof LazyStoredObject && !stored.lazy.isBuilt)) return true
    const replicaSet = stored.object as ReplicaSet
    const { spec, status } = replicaSet
    const wanted = spec.replicas ?? 1
    const dependents = this.#client.dependentKeys(pods, uidOf(replicaSet)).length
    return (
      status?.replicas === wanted &&
      dependents === wanted &&
      (status.observedGeneration ?? 0) === generationOf(replicaSet)
    )
  }

  /** A Pod concerns its controller, before and after a write. One without a controller may be adopted. */
  #noticePod({ previous, current }: StorageEvent): void {
    const [before, after] = [controllerUidOf(previous), controllerUidOf(current)]
    if (previous && current && before === after && !countsDiffer(podOf(previous), podOf(current))) return
    if (before !== undefined && previous) this.#addOwner(podOf(previous))
    if (after !== undefined && after !== before && current) this.#addOwner(podOf(current))
    if (current && after === undefined) this.#addAdopters(podOf(current))
  }

  #addOwner(pod: Pod): void {
    const owner = controllerOf(pod)
    if (owner?.kind !== 'ReplicaSet') return
    const key = `${pod.metadata?.namespace}/${owner.name}`
    if (this.#client.get(replicaSets, key)?.metadata?.uid === owner.uid) this.#queue.add(key)
  }

  #addAdopters(pod: Pod): void {
    if (pod.metadata?.deletionTimestamp) return
    for (const replicaSet of this.#client.inNamespace(replicaSets, namespaceOf(pod)))
      if (labelMatcher(replicaSet.spec.selector)(labelsOf(pod))) {
        this.#adopting.add(objectKey(replicaSet))
        this.#queue.add(objectKey(replicaSet))
      }
  }

  #sync(key: string): void {
    const replicaSet = this.#client.get(replicaSets, key)
    const mayAdopt = this.#adopting.delete(key)
    if (!replicaSet) return
    const claimed = this.#claim(replicaSet, mayAdopt)
    const failure = replicaSet.metadata?.deletionTimestamp ? undefined : this.#manage(replicaSet, claimed)
    this.#writeStatus(replicaSet, claimed, failure?.message)
    if (failure) throw failure
  }

  /** Releases Pods that are not selected any more, and adopts selected ones without a controller. */
  #claim(replicaSet: ReplicaSet, mayAdopt: boolean): readonly Pod[] {
    const { metadata, spec } = replicaSet
    const selects = labelMatcher(spec.selector)
    const isLeaving = metadata?.deletionTimestamp !== undefined
    const own = this.#client.dependents(pods, uidOf(replicaSet)).filter(isActive)
    const [selected, strays] = partition(own, pod => selects(labelsOf(pod)))
    if (isLeaving) return selected
    for (const pod of strays) this.#setOwner(pod, undefined, metadata?.uid)
    if (!mayAdopt) return selected
    const orphans = this.#client
      .orphans(pods, namespaceOf(replicaSet))
      .filter(pod => isActive(pod) && selects(labelsOf(pod)))
    const owner = controllerReference(replicaSets, replicaSet)
    return [...selected, ...orphans.map(pod => this.#setOwner(pod, owner, metadata?.uid))]
  }

  #setOwner(
    pod: Pod,
    owner: ReturnType<typeof controllerReference> | undefined,
    uid: string | undefined,
  ): Pod {
    const others = ownersOf(pod).filter(reference => reference.uid !== uid)
    const ownerReferences = owner ? [...others, owner] : others
    return this.#client.replace(pods, { ...pod, metadata: { ...pod.metadata, ownerReferences } })
  }

  #manage(replicaSet: ReplicaSet, claimed: readonly Pod[]): StatusError | undefined {
    const missing = (replicaSet.spec.replicas ?? 1) - claimed.length
    if (missing > 0) return this.#create(replicaSet, Math.min(missing, BURST))
    if (missing < 0) this.#delete(replicaSet, claimed, Math.min(-missing, BURST))
    return undefined
  }

  #create(replicaSet: ReplicaSet, count: number): StatusError | undefined {
    const wanted = podFromTemplate(replicaSet.spec.template, replicaSets, replicaSet)
    for (let created = 0; created < count; created++) {
      try {
        const { metadata } = this.#client.create(pods, wanted)
        const message = `Created pod: ${metadata?.name}`
        this.#recorder.record(replicaSet, SOURCE, { reason: 'SuccessfulCreate', message })
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        const message = `Error creating: ${error.message}`
        this.#recorder.record(replicaSet, SOURCE, { type: 'Warning', reason: 'FailedCreate', message })
        return error
      }
    }
    return undefined
  }

  #delete(replicaSet: ReplicaSet, claimed: readonly Pod[], count: number): void {
    const related = this.#relatedPods(replicaSet, claimed)
    for (const pod of deletionOrder(claimed, related, this.#client.nowMs).slice(0, count)) {
      this.#client.delete(pods, pod)
      const message = `Deleted pod: ${pod.metadata?.name}`
      this.#recorder.record(replicaSet, SOURCE, { reason: 'SuccessfulDelete', message })
    }
  }

  /** The Pods of all ReplicaSets with the same controller. */
  #relatedPods(replicaSet: ReplicaSet, claimed: readonly Pod[]): readonly Pod[] {
    const owner = controllerOf(replicaSet)
    if (!owner) return claimed
    return this.#client
      .dependents(replicaSets, owner.uid)
      .flatMap(other => this.#client.dependents(pods, uidOf(other)))
  }

  #writeStatus(replicaSet: ReplicaSet, before: readonly Pod[], failure: string | undefined): void {
    const key = objectKey(replicaSet)
    const { nowMs } = this.#client
    const minReady = replicaSet.spec.minReadySeconds ?? 0
    // Creations count with the next run, which they cause.
    const claimed = before.flatMap(pod => this.#client.get(pods, objectKey(pod)) ?? []).filter(isActive)
    const own = this.#client.dependents(pods, uidOf(replicaSet))
    const facts = { claimed, terminating: own.filter(isTerminating).length, failure, nowMs }
    const status = replicaSetStatus(replicaSet, facts)
    if (!isSameReplicaSetStatus(replicaSet.status, status)) this.#replaceStatus({ ...replicaSet, status })
    const waits = claimed.flatMap(pod => availableInMs(pod, minReady, nowMs) || [])
    if (waits.length > 0) this.#queue.addAfter(key, Math.min(...waits))
  }

  #replaceStatus(replicaSet: ReplicaSet): void {
    this.#isWriting = true
    try {
      this.#client.replace(replicaSets, replicaSet, 'status')
    } finally {
      this.#isWriting = false
    }
  }
}

const podOf = (stored: StoredObject): Pod => stored.object as Pod

function partition<T>(
  items: readonly T[],
  test: (item: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter(item => !test(item))]
}
