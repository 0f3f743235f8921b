import type { Clock, Freshness, KubernetesObject } from '@kube-informer/core'
import { callSafely } from '@kube-informer/core/internal'
import type { FrameScheduler } from '../api/frame-scheduler.ts'
import type { HydratedSlice } from '../api/slice-snapshot.ts'
import { type SliceState, type Subscription, subscriptionKey } from '../api/subscription.ts'
import type { BatchMessage, PageMessage, SliceUpdate } from '../wire/protocol.ts'
import type { RelatedRequest, RelatedUpdate } from '../wire/related.ts'
import { ObjectPool } from './object-pool.ts'
import { ObservedSlice, type ObservedSliceOptions, type Shown } from './observed-slice.ts'
import type { Network } from './paused.ts'
import { RelatedReplica } from './related-replica.ts'
import { INITIAL_STATE, Replica } from './replica.ts'

export interface SlicesOptions {
  readonly frames: FrameScheduler
  readonly clock: Clock
  readonly graceMs: number
  readonly lifecycle: Network
  /** Called after rows or their status have changed. */
  readonly onChange: () => void
}

/**
 * The slices and trees of a page. Equal subscriptions share one slice and one stream of updates. A batch of the host waits for
 * the page's frame, is applied as a whole, and is acknowledged only then, so that the host never sends faster than the
 * page applies.
 */
export class Slices {
  /** Undefined while there is no host. */
  #post: ((message: PageMessage) => void) | undefined
  readonly #frames: FrameScheduler
  readonly #clock: Clock
  readonly #graceMs: number
  readonly #network: Network
  readonly #onChange: () => void
  /** By resource and form: two versions of an API serve one uid in two forms. */
  readonly #pools = new Map<string, ObjectPool>()
  readonly #byKey = new Map<string, ObservedSlice<Shown>>()
  /** All slices in use: two with one key where a caller subscribed again to one that was removed. */
  readonly #slices = new Set<ObservedSlice<Shown>>()
  readonly #byId = new Map<number, ObservedSlice<Shown>>()
  /** What was requested from a host since: a slice that is opened again must not show it again. */
  readonly #used = new WeakSet<HydratedSlice>()
  #lastId = 0
  #waiting: (SliceUpdate | RelatedUpdate)[] = []
  #cancelFrame: (() => void) | undefined
  /** Set at the end: the final state of every slice. */
  #last: ((replica: Shown) => void) | undefined

  constructor({ frames, clock, graceMs, lifecycle, onChange }: SlicesOptions) {
    this.#frames = frames
    this.#clock = clock
    this.#graceMs = graceMs
    this.#network = lifecycle
    this.#onChange = onChange
  }

  /** @param hydrated what the page was rendered with; it is shown once, unless the slice is in use already */
  observe(subscription: Subscription, hydrated?: HydratedSlice<KubernetesObject>): ObservedSlice<Replica> {
    const used = this.#used
    return this.#observe(subscriptionKey(subscription), () => {
      const replica = new Replica(this.#poolOf(subscription), this.#network, this.#seedOf(subscription))
      if (hydrated && !used.has(hydrated)) replica.hydrate(hydrated)
      return {
        replica,
        family: familyOf(subscription),
        request(id) {
          if (hydrated) used.add(hydrated)
          const { version, versions, hydratedRows } = replica
          const shown = {
            ...(version !== undefined && { shownResourceVersion: version }),
            ...(versions && { shownVersions: versions }),
            ...(hydratedRows && { hydratedRows }),
          }
          return { type: 'subscribe', id, subscription, ...shown }
        },
      }
    })
  }

  observeRelated(related: RelatedRequest): ObservedSlice<RelatedReplica> {
    return this.#observe(JSON.stringify(related), () => {
      const replica = new RelatedReplica(resource => this.#poolOf({ resource }), this.#network)
      const request = (id: number): PageMessage => {
        const { versions } = replica
        return { type: 'relate', id, related, ...(versions && { shownVersions: versions }) }
      }
      return { replica, family: '', request }
    })
  }

  /** The freshness of the slices and trees that have subscribers. */
  get freshness(): readonly Freshness[] {
    return [...this.#slices].filter(({ wanted }) => wanted).map(({ replica }) => replica.state.freshness)
  }

  /** Subscribes every slice that has subscribers at a new host. */
  connect(post: (message: PageMessage) => void): void {
    if (this.#over) return
    this.disconnect()
    this.#post = post
    for (const slice of this.#slices) if (slice.wanted) this.#subscribe(slice)
  }

  /** The host has ended. Batches that are not applied yet are dropped: the next host sends them again. */
  disconnect(): void {
    if (this.#over) return
    this.#post = undefined
    this.#dropBatch()
    this.#byId.clear()
    this.#changeAll(slice => {
      slice.wireId = 0
      return slice.replica.standBy()
    })
  }

  /** The network state of the page has changed. */
  recheck(): void {
    if (!this.#over) this.#changeAll(({ replica }) => replica.recheck())
  }

  receive({ updates, related = [] }: BatchMessage): void {
    if (this.#over) return
    this.#waiting.push(...updates, ...related)
    this.#cancelFrame ??= this.#frames.schedule(() => this.#applyBatch())
  }

  /** The connection has failed: every slice reports it and keeps its data. */
  fail(message: string): void {
    if (!this.#over) this.#finish(replica => replica.fail(message))
  }

  /** Clears memory: every slice is empty and reports the reason. */
  empty(message: string): void {
    this.#finish(replica => replica.reset(message))
    this.#pools.clear()
  }

  /** No slice changes from now on. */
  close(): void {
    this.#last ??= () => {}
    this.#stop()
  }

  get #over(): boolean {
    return this.#last !== undefined
  }

  #finish(show: (replica: Shown) => void): void {
    this.#last = show
    this.#stop()
    for (const { replica } of this.#slices) show(replica)
    for (const slice of [...this.#slices]) slice.notify()
  }

  /** Listeners are called after every slice is changed. */
  #changeAll(change: (slice: ObservedSlice<Shown>) => boolean): void {
    this.#notify([...this.#slices].filter(change))
  }

  #stop(): void {
    this.#post = undefined
    this.#dropBatch()
    for (const slice of this.#slices) this.#keep(slice)
    this.#byId.clear()
  }

  #dropBatch(): void {
    this.#cancelFrame?.()
    this.#cancelFrame = undefined
    this.#waiting = []
  }

  /** A key names one kind of replica. */
  #observe<TReplica extends Shown>(
    key: string,
    describe: () => ObservedSliceOptions<TReplica>,
  ): ObservedSlice<TReplica> {
    const slice =
      (this.#byKey.get(key) as ObservedSlice<TReplica> | undefined) ?? this.#create(key, describe())
    if (!slice.wanted) this.#removeLater(slice)
    return slice
  }

  #create<TReplica extends Shown>(
    key: string,
    options: ObservedSliceOptions<TReplica>,
  ): ObservedSlice<TReplica> {
    this.#last?.(options.replica)
    const slice: ObservedSlice<TReplica> = new ObservedSlice(key, options, {
      onWanted: () => this.#onWanted(slice),
      onUnwanted: () => this.#removeLater(slice),
    })
    this.#byKey.set(key, slice)
    this.#slices.add(slice)
    return slice
  }

  #poolOf({ resource, form }: Pick<Subscription, 'resource' | 'form'>): ObjectPool {
    const kind = subscriptionKey({ resource, ...(form && { form }) })
    const pool = this.#pools.get(kind) ?? new ObjectPool()
    this.#pools.set(kind, pool)
    return pool
  }

  /**
   * A slice that differs only in its window starts with the rows of the other one, so that a scrolling list does not
   * flash.
   */
  #seedOf(subscription: Subscription): SliceState<unknown> {
    let seed: SliceState<unknown> = INITIAL_STATE
    // One object has no window. A page may follow thousands of them.
    if (subscription.slice?.target?.type === 'key') return seed
    const family = familyOf(subscription)
    for (const { replica, family: other } of this.#byKey.values()) {
      const { state } = replica
      if (state.status.data !== 'none' && other === family) seed = state as SliceState<unknown>
    }
    return seed
  }

  #onWanted(slice: ObservedSlice<Shown>): void {
    this.#keep(slice)
    // A slice that was removed before the end shows the final state too.
    this.#last?.(slice.replica)
    if (this.#over || slice.wireId !== 0) return
    // A caller may still hold a slice that was removed.
    if (!this.#byKey.has(slice.key)) this.#byKey.set(slice.key, slice)
    this.#slices.add(slice)
    this.#subscribe(slice)
  }

  #subscribe(slice: ObservedSlice<Shown>): void {
    if (!this.#post) return
    slice.wireId = ++this.#lastId
    this.#byId.set(slice.wireId, slice)
    this.#post(slice.request(slice.wireId))
  }

  #keep(slice: ObservedSlice<Shown>): void {
    this.#clock.clearTimeout(slice.removal)
  }

  #removeLater(slice: ObservedSlice<Shown>): void {
    this.#keep(slice)
    if (this.#over) return
    const graceMs = Math.max(this.#graceMs, slice.minGraceMs)
    slice.removal = this.#clock.setTimeout(() => this.#remove(slice), graceMs)
  }

  #remove(slice: ObservedSlice<Shown>): void {
    if (this.#byKey.get(slice.key) === slice) this.#byKey.delete(slice.key)
    this.#slices.delete(slice)
    if (slice.wireId !== 0) {
      this.#post?.({ type: 'unsubscribe', id: slice.wireId })
      this.#byId.delete(slice.wireId)
      slice.wireId = 0
    }
    slice.replica.reset()
  }

  #applyBatch(): void {
    this.#cancelFrame = undefined
    const changed = new Set<ObservedSlice<Shown>>()
    for (const update of this.#waiting.splice(0)) {
      const slice = this.#byId.get(update.id)
      if (slice) callSafely(() => slice.replica.apply(update) && changed.add(slice))
    }
    // Listeners are called after the whole batch is applied, so that they never read a part of it.
    this.#notify(changed)
    this.#post?.({ type: 'ack' })
  }

  #notify(changed: Iterable<ObservedSlice<Shown>>): void {
    this.#onChange()
    for (const slice of changed) slice.notify()
  }
}

const familyOf = ({ slice, ...rest }: Subscription): string =>
  subscriptionKey({ ...rest, slice: { ...slice, window: undefined } })
