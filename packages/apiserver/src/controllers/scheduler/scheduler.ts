import type { KubernetesObject } from '@kube-informer/core'
import { type Node, nodes, type Pod, type PodCondition, pods } from '@kube-informer/core/resources'
import { objectMetaOf } from '../../object/any-object.ts'
import { timestamp } from '../../object/timestamp.ts'
import { LazyStoredObject, type StorageEvent } from '../../storage/stored-object.ts'
import { ControllerClient } from '../base/controller-client.ts'
import { withCondition } from '../base/patch-conditions.ts'
import { isFinished, podCondition } from '../base/pod-state.ts'
import { ReconcileQueue } from '../base/reconcile-queue.ts'
import { nameOf } from '../base/stored-metadata.ts'
import type { ControllerOptions } from '../controller-options.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import { fitError, misfit } from './node-fit.ts'
import { NodeLoads } from './node-loads.ts'

const NAME = 'default-scheduler'

/** Binds Pods to the node with the fewest Pods that they fit on, as kube-scheduler does in a simple cluster. */
export class Scheduler {
  readonly #client: ControllerClient
  readonly #recorder: EventRecorder
  readonly #queue: ReconcileQueue
  readonly #loads: NodeLoads
  /** Pods that fit nowhere; they are tried again when a node or the load of one changes. */
  readonly #unschedulable = new Set<string>()

  constructor(options: ControllerOptions, recorder: EventRecorder) {
    this.#client = new ControllerClient(options, 'kube-scheduler')
    this.#recorder = recorder
    this.#queue = new ReconcileQueue({ clock: options.clock, reconcile: key => this.#schedule(key) })
    const collection = this.#client.collection(pods)
    this.#loads = new NodeLoads(collection)
    for (const key of collection.keys) {
      const stored = collection.get(key)
      if (stored && !(stored instanceof LazyStoredObject) && isWaiting(stored.object)) this.#queue.add(key)
    }
    collection.subscribe(event => this.#noticePod(event))
    this.#client.collection(nodes).subscribe(() => this.#tryAgain())
  }

  #noticePod({ key, previous, current }: StorageEvent): void {
    if (current && isWaiting(current.object)) {
      if (!this.#unschedulable.has(key) || !previous) this.#queue.add(key)
      return
    }
    this.#unschedulable.delete(key)
    const isFreed = !current || isFinished(current.object as Pod)
    if (isFreed) this.#tryAgain()
  }

  #tryAgain(): void {
    for (const key of this.#unschedulable) this.#queue.add(key)
  }

  #schedule(key: string): void {
    const pod = this.#client.get(pods, key)
    this.#unschedulable.delete(key)
    if (!pod || !isWaiting(pod)) return
    const { node, reasons } = this.#choose(pod)
    if (node) this.#bind(pod, nameOf(node))
    else this.#reject(pod, key, fitError(reasons))
  }

  /** The least loaded node, the first by name among equals. */
  #choose(pod: Pod): { readonly node: Node | undefined; readonly reasons: readonly string[] } {
    const reasons: string[] = []
    let best: Node | undefined
    let least = Number.POSITIVE_INFINITY
    for (const key of this.#client.collection(nodes).keys) {
      const node = this.#client.get(nodes, key)
      const load = this.#loads.of(key)
      if (!node || load >= least) continue
      const reason = misfit(pod, node, load)
      if (reason !== undefined) reasons.push(reason)
      else [best, least] = [node, load]
    }
    return { node: best, reasons }
  }

  #bind(pod: Pod, nodeName: string): void {
    const { namespace, name } = objectMetaOf(pod)
    this.#client.bind(pods, pod, nodeName)
    const message = `Successfully assigned ${namespace}/${name} to ${nodeName}`
    this.#recorder.record(pod, { component: NAME, action: 'Binding' }, { reason: 'Scheduled', message })
  }

  #reject(pod: Pod, key: string, message: string): void {
    this.#unschedulable.add(key)
    const known = podCondition(pod, 'PodScheduled')
    if (known?.reason === 'Unschedulable' && known.message === message) return
    const condition: PodCondition = {
      type: 'PodScheduled',
      status: 'False',
      lastTransitionTime:
        known?.status === 'False' && known.lastTransitionTime
          ? known.lastTransitionTime
          : timestamp(this.#client.nowMs),
      reason: 'Unschedulable',
      message,
    }
    const conditions = withCondition(pod.status?.conditions, condition)
    this.#client.replace(pods, { ...pod, status: { ...pod.status, phase: 'Pending', conditions } }, 'status')
    const source = { component: NAME, action: 'Scheduling' }
    this.#recorder.record(pod, source, { type: 'Warning', reason: 'FailedScheduling', message })
  }
}

/** Whether a Pod waits for this scheduler. */
function isWaiting(object: KubernetesObject): boolean {
  const { metadata, spec, status } = object as Pod
  return (
    !spec?.nodeName &&
    !metadata?.deletionTimestamp &&
    (status?.phase ?? 'Pending') === 'Pending' &&
    (spec?.schedulerName ?? NAME) === NAME &&
    (spec?.schedulingGates ?? []).length === 0
  )
}
