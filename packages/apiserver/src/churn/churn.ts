import { type Clock, type Random, UsageError } from '@kube-informer/core'
import { deepFreeze } from '../json/freeze.ts'
import { integer, NAME_ALPHABET, text, uuid } from '../object/random.ts'
import { type Pod, type PodStatus, pods } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { nodeName } from '../pods/apps.ts'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { DisturbedPods } from './disturbed-pods.ts'
import { isReady, nextPodStatus, restartedPodStatus } from './next-pod-status.ts'

/** The relative frequency of each kind of write. */
export interface ChurnMix {
  /** Status changes: restarts, readiness, phase. @default 90 */
  readonly status?: number
  /** Rollouts that replace a Pod: one event creates the new Pod, the next deletes the old one. @default 10 */
  readonly rollout?: number
}

/** How often and how Pods change. */
export interface ChurnOptions {
  readonly perSecond: number
  /** @default the server's random */
  readonly random?: Random
  /** @default the server's clock */
  readonly clock?: Clock
  readonly mix?: ChurnMix
  /**
   * Whether the server's controllers manage the Pods: `replicaSets`, `scheduler` and `pods`. Only running Pods of ReplicaSets then
   * change, and a rollout only deletes a Pod, which its ReplicaSet replaces: with a successor from here there would be one Pod too
   * many, which the ReplicaSet would delete. At most one Pod in 200 is unready because of this generator: a Pod recovers after
   * five seconds, and meanwhile containers of others restart and stay ready.
   *
   * @default false
   */
  readonly managed?: boolean
  /** The Pods that may change. @default all */
  readonly selects?: (pod: Pod) => boolean
}

/** A generator of continuous writes. */
export interface Churn {
  /** Starts or resumes; no effect while it is running. */
  start(): void
  /** Stops and clears its timer; it can be started again. */
  stop(): void
  setRate(perSecond: number): void
  readonly perSecond: number
  readonly isRunning: boolean
  /** The number of writes so far. */
  readonly events: number
}

/** The shortest interval between batches of writes. */
const MIN_TICK_MS = 50
/** The longest time for which missed writes are made up after the machine slept. */
const MAX_CATCH_UP_MS = 1_000
/** How many Pods a write looks at until one may change. */
const ATTEMPTS = 8

/**
 * Keeps the Pods of a server changing: mostly status updates, some rollouts. The number of Pods stays the same.
 *
 * @example
 * const churn = createChurn(server, { perSecond: 200 })
 * churn.start()
 */
export function createChurn(server: FakeApiserver, options: ChurnOptions): Churn {
  return new PodChurn(server, options)
}

class PodChurn implements Churn {
  readonly #server: FakeApiserver
  readonly #clock: Clock
  readonly #random: Random
  readonly #statusShare: number
  readonly #managed: boolean
  readonly #selects: (pod: Pod) => boolean
  /** Old Pods of rollouts, to be deleted by the next event. */
  readonly #leaving: string[] = []
  /** Undefined without controllers, which show each unready Pod in the status of a workload. */
  readonly #disturbed: DisturbedPods | undefined
  #perSecond: number
  #timer: unknown
  #running = false
  #lastTick = 0
  #owed = 0
  #events = 0

  constructor(server: FakeApiserver, options: ChurnOptions) {
    const { perSecond, random, clock, mix = {}, managed = false, selects = () => true } = options
    const { status = 90, rollout = 10 } = mix
    this.#server = server
    this.#clock = clock ?? server.clock
    this.#random = random ?? server.random
    this.#perSecond = validRate(perSecond)
    this.#statusShare = status / (status + rollout)
    this.#managed = managed
    this.#disturbed = managed ? new DisturbedPods() : undefined
    this.#selects = pod => selects(pod) && (!managed || isManaged(pod))
  }

  get perSecond(): number {
    return this.#perSecond
  }

  get isRunning(): boolean {
    return this.#running
  }

  get events(): number {
    return this.#events
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#lastTick = this.#clock.now()
    this.#schedule()
  }

  stop(): void {
    this.#running = false
    this.#clock.clearTimeout(this.#timer)
  }

  setRate(perSecond: number): void {
    const rate = validRate(perSecond)
    if (!this.#running) {
      this.#perSecond = rate
      return
    }
    // Writes that are due so far are counted at the old rate.
    this.#clock.clearTimeout(this.#timer)
    this.#pay()
    this.#perSecond = rate
    this.#schedule()
  }

  #schedule(): void {
    if (this.#perSecond === 0) return
    this.#timer = this.#clock.setTimeout(() => this.#tick(), Math.max(MIN_TICK_MS, 1000 / this.#perSecond))
  }

  #tick(): void {
    this.#pay()
    this.#schedule()
  }

  #pay(): void {
    const now = this.#clock.now()
    const elapsed = Math.min(now - this.#lastTick, MAX_CATCH_UP_MS + 1000 / Math.max(this.#perSecond, 1e-6))
    this.#lastTick = now
    this.#owed += (elapsed * this.#perSecond) / 1000
    // Tolerates rounding in the sum of fractions.
    for (; this.#owed > 1 - 1e-9; this.#owed--) this.#write(now)
  }

  #write(now: number): void {
    const recovering = this.#recoveringPod(now)
    const pod = recovering ?? this.#randomPod()
    if (!pod) return
    this.#events++
    if (recovering || this.#random() < this.#statusShare) this.#update(pod, now)
    else if (this.#managed) this.#server.delete(pod, pods)
    else if (this.#leaving.length > 0) this.#finishRollout(pod, now)
    else this.#startRollout(pod, now)
  }

  #update(pod: Pod, now: number): void {
    const spec = pod.spec ?? { containers: [] }
    const scheduled = spec.nodeName ? spec : { ...spec, nodeName: nodeName(integer(this.#random, 200)) }
    const status = this.#nextStatus(pod, now)
    this.#disturbed?.note(keyOf(pod), isReady(status), now)
    this.#server.update({ ...pod, spec: scheduled, status }, pods)
  }

  #nextStatus(pod: Pod, now: number): PodStatus {
    const isCalm = this.#disturbed?.isFull(this.#server.keys(pods).length) ?? false
    return (isCalm ? restartedPodStatus : nextPodStatus)(pod, this.#random, now)
  }

  /** A Pod that is unready for long enough. */
  #recoveringPod(now: number): Pod | undefined {
    const key = this.#disturbed?.takeDue(now)
    const pod = key === undefined ? undefined : this.#server.get(pods, key)
    return pod && this.#selects(pod) && !isReady(pod.status ?? {}) ? pod : undefined
  }

  #startRollout(pod: Pod, now: number): void {
    this.#leaving.push(keyOf(pod))
    this.#server.create(this.#successorOf(pod, now), pods)
  }

  #finishRollout(instead: Pod, now: number): void {
    const key = this.#leaving.pop()
    const leaving = key === undefined ? undefined : this.#server.get(pods, key)
    if (leaving) this.#server.delete(leaving, pods)
    else this.#update(instead, now)
  }

  /** A new Pod of the same app, as its controller creates it. */
  #successorOf(pod: Pod, now: number): Pod {
    const { generateName = `${pod.metadata.name}-` } = pod.metadata
    const { nodeName: _nodeName, ...spec } = pod.spec ?? { containers: [] }
    const { resourceVersion: _resourceVersion, ...metadata } = pod.metadata
    return deepFreeze({
      ...pod,
      metadata: {
        ...metadata,
        name: this.#freeName(pod.metadata.namespace, generateName),
        uid: uuid(this.#random),
        creationTimestamp: timestamp(now),
      },
      spec,
      status: { phase: 'Pending', qosClass: 'Burstable' },
    })
  }

  #freeName(namespace: string, base: string): string {
    for (;;) {
      const name = base + text(this.#random, 5, NAME_ALPHABET)
      if (!this.#server.get(pods, `${namespace}/${name}`)) return name
    }
  }

  #randomPod(): Pod | undefined {
    const keys = this.#server.keys(pods)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const key = keys[integer(this.#random, keys.length)]
      const pod = key === undefined ? undefined : this.#server.get(pods, key)
      if (pod && this.#selects(pod)) return pod
    }
    return undefined
  }
}

const keyOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`

/** Whether a ReplicaSet replaces a Pod, and nothing else is about to change it. */
const isManaged = ({ metadata, status }: Pod): boolean =>
  status?.phase === 'Running' &&
  metadata.deletionTimestamp === undefined &&
  (metadata.ownerReferences ?? []).some(({ kind, controller }) => kind === 'ReplicaSet' && controller)

function validRate(perSecond: number): number {
  if (!(perSecond >= 0) || !Number.isFinite(perSecond))
    throw new UsageError(`perSecond must be a number that is not negative, and is ${perSecond}`)
  return perSecond
}
