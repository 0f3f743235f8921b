import type { Clock, TimerHandle } from '@kube-informer/core'
import type { BatchMessage, PageMessage, SliceUpdate } from '../protocol.ts'
import { type SliceState, type Subscription, subscriptionKey } from '../subscription.ts'
import type { FrameScheduler } from './frame-scheduler.ts'
import { ObjectPool } from './object-pool.ts'
import { callSafely, ObservedSlice } from './observed-slice.ts'
import { INITIAL_STATE, Replica } from './replica.ts'

/** What {@link Slices} takes. */
export interface SlicesOptions {
  readonly post: (message: PageMessage) => void
  readonly frames: FrameScheduler
  readonly clock: Clock
  readonly graceMs: number
}

/**
 * The slices of a page: equal subscriptions share one, and one stream of updates. A batch of the host waits
 * for the page's frame, is applied whole, and only then acknowledged, so the host never runs ahead of the page.
 */
export class Slices {
  readonly #post: (message: PageMessage) => void
  readonly #frames: FrameScheduler
  readonly #clock: Clock
  readonly #graceMs: number
  /** By resource: two versions of an API serve one uid in two shapes. */
  readonly #pools = new Map<string, ObjectPool>()
  readonly #byKey = new Map<string, ObservedSlice>()
  readonly #byId = new Map<number, ObservedSlice>()
  readonly #forgetting = new Map<ObservedSlice, TimerHandle>()
  #lastId = 0
  #waiting: SliceUpdate[] = []
  #cancelFrame: (() => void) | undefined
  #failure: string | undefined
  #closed = false

  constructor({ post, frames, clock, graceMs }: SlicesOptions) {
    this.#post = post
    this.#frames = frames
    this.#clock = clock
    this.#graceMs = graceMs
  }

  observe(subscription: Subscription): ObservedSlice {
    const key = subscriptionKey(subscription)
    const slice = this.#byKey.get(key) ?? this.#create(key, subscription)
    if (!slice.wanted) this.#forgetLater(slice)
    return slice
  }

  receive({ updates }: BatchMessage): void {
    if (this.#closed) return
    this.#waiting.push(...updates)
    this.#cancelFrame ??= this.#frames.schedule(() => this.#applyBatch())
  }

  /** The connection is of no use any more: every slice says so and keeps its data. */
  fail(message: string): void {
    this.#failure = message
    for (const slice of this.#byKey.values()) {
      slice.replica.fail(message)
      slice.notify()
    }
  }

  close(): void {
    this.#closed = true
    this.#cancelFrame?.()
    for (const timer of this.#forgetting.values()) this.#clock.clearTimeout(timer)
    this.#forgetting.clear()
    this.#byId.clear()
  }

  #create(key: string, subscription: Subscription): ObservedSlice {
    const replica = new Replica(this.#poolOf(subscription), this.#seedOf(subscription))
    if (this.#failure !== undefined) replica.fail(this.#failure)
    const slice = new ObservedSlice(subscription, replica, {
      onWanted: () => this.#want(key, slice),
      onUnwanted: () => this.#forgetLater(slice),
    })
    this.#byKey.set(key, slice)
    return slice
  }

  #poolOf({ resource }: Subscription): ObjectPool {
    const kind = subscriptionKey({ resource })
    const pool = this.#pools.get(kind) ?? new ObjectPool()
    this.#pools.set(kind, pool)
    return pool
  }

  /** A slice that differs only in its window starts with what the other one shows: a scrolling list never flashes. */
  #seedOf(subscription: Subscription): SliceState<unknown> {
    const family = familyOf(subscription)
    let seed: SliceState<unknown> = INITIAL_STATE
    for (const { replica, subscription: other } of this.#byKey.values()) {
      if (replica.state.status.data !== 'none' && familyOf(other) === family) seed = replica.state
    }
    return seed
  }

  #want(key: string, slice: ObservedSlice): void {
    this.#keep(slice)
    if (this.#closed || this.#failure !== undefined || slice.wireId !== 0) return
    // A slice that was forgotten may still be in somebody's hands.
    if (!this.#byKey.has(key)) this.#byKey.set(key, slice)
    slice.wireId = ++this.#lastId
    this.#byId.set(slice.wireId, slice)
    this.#post({ type: 'subscribe', id: slice.wireId, subscription: slice.subscription })
  }

  #keep(slice: ObservedSlice): void {
    const timer = this.#forgetting.get(slice)
    if (timer !== undefined) this.#clock.clearTimeout(timer)
    this.#forgetting.delete(slice)
  }

  #forgetLater(slice: ObservedSlice): void {
    this.#keep(slice)
    if (this.#closed) return
    const timer = this.#clock.setTimeout(() => this.#forget(slice), this.#graceMs)
    this.#forgetting.set(slice, timer)
  }

  #forget(slice: ObservedSlice): void {
    this.#forgetting.delete(slice)
    const key = subscriptionKey(slice.subscription)
    if (this.#byKey.get(key) === slice) this.#byKey.delete(key)
    if (slice.wireId !== 0) {
      this.#post({ type: 'unsubscribe', id: slice.wireId })
      this.#byId.delete(slice.wireId)
      slice.wireId = 0
    }
    slice.replica.reset()
  }

  #applyBatch(): void {
    this.#cancelFrame = undefined
    const changed = new Set<ObservedSlice>()
    for (const update of this.#waiting.splice(0)) {
      const slice = this.#byId.get(update.id)
      if (slice) callSafely(() => slice.replica.apply(update) && changed.add(slice))
    }
    // Everyone is told after everything is in, so that nobody reads half a batch.
    for (const slice of changed) slice.notify()
    if (!this.#closed) this.#post({ type: 'ack' })
  }
}

const familyOf = ({ slice, ...rest }: Subscription): string =>
  subscriptionKey({ ...rest, slice: { ...slice, window: undefined } })
