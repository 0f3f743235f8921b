import type { KubernetesObject } from '@kube-informer/core'
import {
  type ContainerStatus,
  type Node,
  nodes,
  type Pod,
  type PodStatus,
  pods,
} from '@kube-informer/core/resources'
import { objectMetaOf } from '../../object/any-object.ts'
import { timestamp } from '../../object/timestamp.ts'
import { LazyStoredObject, type StorageEvent } from '../../storage/stored-object.ts'
import { ControllerClient } from '../base/controller-client.ts'
import { containerStatusesOf, isFinished, podCondition } from '../base/pod-state.ts'
import { ReconcileQueue } from '../base/reconcile-queue.ts'
import { uidOf } from '../base/stored-metadata.ts'
import type { ControllerOptions } from '../controller-options.ts'
import type { EventRecorder, EventText } from '../events/event-recorder.ts'
import {
  initStatuses,
  podConditions,
  startedStatus,
  terminatedState,
  waitingStatus,
} from './container-statuses.ts'
import { type PodProgram, programOf } from './pod-program.ts'

/** How long containers take to start, at least and at most, in ms. */
const MIN_START_MS = 500
const MAX_START_MS = 1_500
/** How long they take to stop, at most, in ms. */
const STOP_MS = 1_000
/** Restarts are delayed by 10 seconds, 20, 40, and so on up to five minutes. */
const FIRST_BACKOFF_MS = 10_000
const LAST_BACKOFF_MS = 300_000
/** A readiness probe never takes longer. */
const MAX_PROBE_MS = 30_000

/** What a kubelet does next with a Pod, and when. */
interface Step {
  readonly kind: 'start' | 'probe' | 'end' | 'stop'
  readonly atMs: number
}

/** What a kubelet knows of a Pod that it runs. */
interface Worker {
  readonly uid: string
  readonly program: PodProgram | undefined
  readonly step: Step | undefined
}

/** Runs the Pods that are bound to nodes, and stops those that are deleted. All nodes share it. */
export class Kubelet {
  readonly #client: ControllerClient
  readonly #recorder: EventRecorder
  readonly #queue: ReconcileQueue
  readonly #workers = new Map<string, Worker>()
  readonly #stopMs: number
  #addresses = 0

  constructor(options: ControllerOptions, recorder: EventRecorder, stopMs: number = STOP_MS) {
    this.#stopMs = stopMs
    this.#client = new ControllerClient(options, 'kubelet')
    this.#recorder = recorder
    this.#queue = new ReconcileQueue({ clock: options.clock, reconcile: key => this.#sync(key) })
    const collection = this.#client.collection(pods)
    for (const key of collection.keys) {
      const stored = collection.get(key)
      if (stored && !(stored instanceof LazyStoredObject) && isNews(stored.object)) this.#queue.add(key)
    }
    collection.subscribe(event => this.#notice(event))
  }

  #notice({ key, current }: StorageEvent): void {
    if (!current) {
      if (this.#workers.delete(key)) this.#queue.add(key)
    } else if (isNews(current.object)) this.#queue.add(key)
  }

  #sync(key: string): void {
    const pod = this.#client.get(pods, key)
    if (!pod) return
    const known = this.#workers.get(key)
    const worker = known?.uid === pod.metadata?.uid ? known : undefined
    const step = pod.metadata?.deletionTimestamp ? this.#stopping(pod, worker) : worker?.step
    if (step && step.atMs > this.#client.nowMs) this.#plan(key, pod, step, worker?.program)
    else if (step) this.#take(key, pod, step, worker)
    else if (isToStart(pod) && !worker) this.#create(key, pod)
  }

  #plan(key: string, pod: Pod, step: Step, program: PodProgram | undefined): void {
    this.#workers.set(key, { uid: uidOf(pod), program, step })
    this.#queue.addAfter(key, Math.max(0, step.atMs - this.#client.nowMs))
  }

  #rest(key: string, pod: Pod): void {
    this.#workers.set(key, { uid: uidOf(pod), program: undefined, step: undefined })
  }

  #take(key: string, pod: Pod, { kind }: Step, worker: Worker | undefined): void {
    if (kind === 'stop') this.#stop(key, pod)
    else if (isFinished(pod)) this.#rest(key, pod)
    else if (kind === 'start') this.#start(key, pod, worker?.program)
    else if (kind === 'probe') this.#becomeReady(key, pod, worker?.program)
    else this.#end(key, pod, worker?.program)
  }

  /** The first status of a bound Pod: its containers are being created. */
  #create(key: string, pod: Pod): void {
    const { nowMs, options } = this.#client
    const node = this.#nodeOf(pod)
    if (!node) return
    const containerStatuses = (pod.spec?.containers ?? []).map(container => waitingStatus(container))
    this.#write(pod, 'Pending', {
      ...addressOf(node),
      startTime: timestamp(nowMs),
      ...initStatuses(pod, options.random, nowMs),
      containerStatuses,
    })
    const delayMs = MIN_START_MS + Math.floor(options.random() * (MAX_START_MS - MIN_START_MS))
    this.#plan(key, pod, { kind: 'start', atMs: nowMs + delayMs }, programOf(pod, options.random))
  }

  #start(key: string, pod: Pod, program: PodProgram | undefined): void {
    const { nowMs, options } = this.#client
    const before = containerStatusesOf(pod)
    const containerStatuses = before.map(status =>
      status.state?.running ? status : startedStatus(status, options.random, nowMs),
    )
    for (const status of before) if (!status.state?.running) this.#reportStart(pod, status)
    const podIP = pod.status?.podIP ?? this.#nextAddress()
    const started = this.#write(pod, 'Running', { podIP, podIPs: [{ ip: podIP }], containerStatuses })
    const delayMs = probeDelayMs(pod)
    if (delayMs === 0) this.#becomeReady(key, started, program)
    else this.#plan(key, pod, { kind: 'probe', atMs: nowMs + delayMs }, program)
  }

  #becomeReady(key: string, pod: Pod, program: PodProgram | undefined): void {
    const { nowMs } = this.#client
    const containerStatuses = containerStatusesOf(pod).map(status =>
      status.state?.running ? { ...status, ready: true } : status,
    )
    this.#write(pod, 'Running', { containerStatuses })
    const startedAt = Math.max(...containerStatuses.map(startedMs), 0) || nowMs
    if (program) this.#plan(key, pod, { kind: 'end', atMs: startedAt + program.runMs }, program)
    else this.#rest(key, pod)
  }

  /** The containers end: for good, or until they are restarted. */
  #end(key: string, pod: Pod, program: PodProgram = { runMs: 0, exitCode: 0 }): void {
    const { nowMs } = this.#client
    const { restartPolicy = 'Always' } = pod.spec ?? {}
    const isFailure = program.exitCode !== 0
    const isRestarted = restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && isFailure)
    const ended = containerStatusesOf(pod).map((status, index) => ({
      ...status,
      ready: false,
      started: false,
      state: terminatedState(status, index === 0 ? program.exitCode : 0, nowMs),
    }))
    if (isRestarted) this.#backOff(key, pod, ended, program)
    else {
      this.#write(pod, isFailure ? 'Failed' : 'Succeeded', { containerStatuses: ended })
      this.#rest(key, pod)
    }
  }

  #backOff(key: string, pod: Pod, ended: readonly ContainerStatus[], program: PodProgram): void {
    const [first, ...others] = ended
    if (!first) return
    const delayMs = Math.min(FIRST_BACKOFF_MS * 2 ** first.restartCount, LAST_BACKOFF_MS)
    const { namespace, name, uid } = objectMetaOf(pod)
    const message = `back-off ${delayMs / 1000}s restarting failed container=${first.name} pod=${name}_${namespace}(${uid})`
    const waiting: ContainerStatus = {
      ...first,
      restartCount: first.restartCount + 1,
      lastState: first.state ?? {},
      state: { waiting: { reason: 'CrashLoopBackOff', message } },
    }
    const running = containerStatusesOf(pod).slice(1, 1 + others.length)
    this.#write(pod, 'Running', { containerStatuses: [waiting, ...running] })
    const failed = `Back-off restarting failed container ${first.name} in pod ${name}_${namespace}(${uid})`
    this.#report(pod, first.name, { type: 'Warning', reason: 'BackOff', message: failed })
    this.#plan(key, pod, { kind: 'start', atMs: this.#client.nowMs + delayMs }, program)
  }

  /** A Pod that is deleted stops within its grace period; one with a grace period of 0 was stopped before. */
  #stopping(pod: Pod, worker: Worker | undefined): Step | undefined {
    const { deletionGracePeriodSeconds = 0 } = objectMetaOf(pod)
    if (worker?.step?.kind === 'stop') return worker.step
    if (deletionGracePeriodSeconds === 0) return undefined
    for (const { name, state } of containerStatusesOf(pod))
      if (state?.running)
        this.#report(pod, name, { reason: 'Killing', message: `Stopping container ${name}` })
    return {
      kind: 'stop',
      atMs: this.#client.nowMs + Math.min(this.#stopMs, deletionGracePeriodSeconds * 1000),
    }
  }

  #stop(key: string, pod: Pod): void {
    this.#rest(key, pod)
    this.#client.deleteNow(pods, pod)
  }

  #reportStart(pod: Pod, { name, image }: ContainerStatus): void {
    const pulled = `Container image "${image}" already present on machine and can be accessed by the pod`
    this.#report(pod, name, { reason: 'Pulled', message: pulled })
    this.#report(pod, name, { reason: 'Created', message: 'Container created' })
    this.#report(pod, name, { reason: 'Started', message: 'Container started' })
  }

  #report(pod: Pod, container: string, text: EventText): void {
    const source = { component: 'kubelet', host: pod.spec?.nodeName }
    this.#recorder.record(pod, source, { ...text, fieldPath: `spec.containers{${container}}` })
  }

  #write(pod: Pod, phase: string, status: Partial<PodStatus>): Pod {
    const next = { ...pod, status: { ...pod.status, phase, ...status } as PodStatus }
    const conditions = podConditions(next, phase, this.#client.nowMs)
    const { metadata } = this.#client.get(pods, keyOfPod(pod)) ?? pod
    return this.#client.replace(
      pods,
      {
        ...next,
        metadata: { ...next.metadata, resourceVersion: metadata?.resourceVersion ?? '' },
        status: { ...next.status, conditions, ...observed(pod) },
      },
      'status',
    )
  }

  #nodeOf({ spec }: Pod): Node | undefined {
    return this.#client.get(nodes, spec?.nodeName ?? '')
  }

  #nextAddress(): string {
    const index = this.#addresses++ % 64_516
    return `10.244.${Math.floor(index / 254)}.${1 + (index % 254)}`
  }
}

const keyOfPod = ({ metadata }: Pod): string => `${metadata?.namespace}/${metadata?.name}`

const observed = ({ metadata }: Pod): Partial<PodStatus> =>
  metadata?.generation === undefined ? {} : { observedGeneration: metadata.generation }

const startedMs = ({ state }: ContainerStatus): number => Date.parse(state?.running?.startedAt ?? '') || 0

function addressOf({ status }: Node): Pick<PodStatus, 'hostIP' | 'hostIPs'> {
  const address = status?.addresses?.find(({ type }) => type === 'InternalIP')?.address
  return address === undefined ? {} : { hostIP: address, hostIPs: [{ ip: address }] }
}

/** When the slowest readiness probe succeeds. */
function probeDelayMs({ spec }: Pod): number {
  const seconds = (spec?.containers ?? []).map(({ readinessProbe }) =>
    readinessProbe ? (readinessProbe.initialDelaySeconds ?? 0) : 0,
  )
  return Math.min(MAX_PROBE_MS, Math.max(0, ...seconds) * 1000)
}

/** Whether a Pod is bound, and no kubelet has seen it. */
const isToStart = (pod: Pod): boolean =>
  !!pod.spec?.nodeName &&
  !pod.metadata?.deletionTimestamp &&
  (pod.status?.phase ?? 'Pending') === 'Pending' &&
  podCondition(pod, 'Initialized') === undefined

/** Whether a state of a Pod needs a kubelet; other work is planned already. */
function isNews(object: KubernetesObject): boolean {
  const pod = object as Pod
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = objectMetaOf(pod)
  return isToStart(pod) || (deletionTimestamp !== undefined && deletionGracePeriodSeconds > 0)
}
