import type { KubernetesObject } from '@kube-informer/core'
import { isNewer } from '../api/revision.ts'
import type { Delivery } from './delivery.ts'
import { CHUNK, type InitialEvents } from './initial-events.ts'
import type { QueueBudget } from './queue-budget.ts'
import { type CacherWatch, callReadable, type ReadableListener } from './watch.ts'
import type { WatchGroup } from './watch-group.ts'

/** The callbacks of a watch to its cache. */
export interface WatchHost<T extends KubernetesObject> {
  /** Notifies the reader of the watch soon. */
  wake(watch: WatchQueue<T>): void
  /** There is room again after {@link WatchQueue.offer} returned false. */
  hasRoom(watch: WatchQueue<T>): void
  /** The watch takes no more deliveries. */
  leave(watch: WatchQueue<T>): void
}

export interface WatchQueueOptions<T extends KubernetesObject> {
  readonly host: WatchHost<T>
  /** Events up to this revision are skipped, apart from the initial events. */
  readonly startRevision: string
  readonly initial?: InitialEvents<T> | undefined
  /** The bookmark that ends the initial events. */
  readonly mark?: Delivery<T> | undefined
  /** Capacity of each of the two buffers: one between cache and watch, one between watch and reader. */
  readonly size: number
  /** Bounds what is queued in bytes, in place of `size`. A watch over the budget ends at once. */
  readonly budget?: QueueBudget | undefined
  readonly deadline: number
  /** Closes the watch. */
  readonly signal?: AbortSignal | undefined
}

const NOTHING: readonly never[] = Object.freeze([])

/** The bounded queue between a cache and one reader. Thousands may be open at a time, so it has few fields. */
export class WatchQueue<T extends KubernetesObject> implements CacherWatch<T> {
  readonly deadline: number
  /** The group it is registered in, and its index there; stored here so that removal needs no search. */
  group: WatchGroup<WatchQueue<T>> | undefined
  index = -1
  deadlineSlot = -1
  bookmarkSlot = -1
  /** The second in which the next bookmark is due. */
  bookmarkDue = 0
  readonly #host: WatchHost<T>
  readonly #size: number
  readonly #signal: AbortSignal | undefined
  readonly #budget: QueueBudget | undefined
  /** The size of the queue, if there is a budget. */
  #bytes = 0
  #queue: Delivery<T>[] | undefined
  #initial: InitialEvents<T> | undefined
  #mark: Delivery<T> | undefined
  #startRevision: string | undefined
  #listener: ReadableListener | undefined
  #hasEnded = false
  #isFull = false

  constructor(options: WatchQueueOptions<T>) {
    this.#host = options.host
    this.#budget = options.budget
    this.#size = options.budget ? Number.POSITIVE_INFINITY : options.size
    this.#initial = options.initial
    this.#mark = options.mark
    this.#startRevision = options.startRevision
    this.deadline = options.deadline
    this.#signal = options.signal
    this.#signal?.addEventListener('abort', this)
  }

  /** The signal aborted: closes the watch. */
  handleEvent(): void {
    this.#drop()
    this.end()
  }

  get hasUnread(): boolean {
    return this.#queue !== undefined || this.#initial !== undefined || this.#mark !== undefined
  }

  get isStarting(): boolean {
    return this.#initial !== undefined
  }

  /** The size of the queue in bytes; 0 without a budget. */
  get queuedBytes(): number {
    return this.#bytes
  }

  /** No more deliveries arrive; queued ones can still be read. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get isOver(): boolean {
    return this.#hasEnded && !this.hasUnread
  }

  onReadable(listener: ReadableListener): void {
    this.#listener = listener
  }

  /** Notifies the reader. */
  notify(): void {
    callReadable(this.#listener)
  }

  take(
    max: number = Number.POSITIVE_INFINITY,
    maxSearched: number = Number.POSITIVE_INFINITY,
  ): readonly Delivery<T>[] {
    const taken = this.#initial || this.#mark ? this.#takeInitial(max, maxSearched) : this.#takeQueued(max)
    if (this.#isFull && this.#room > 0) {
      this.#isFull = false
      this.#host.hasRoom(this)
    }
    return taken
  }

  /** Queues a delivery. Returns false if there is no room; the delivery has to be offered again. */
  offer(delivery: Delivery<T>, revision: string): boolean {
    if (this.#hasEnded) return true
    if (this.#startRevision !== undefined) {
      if (!isNewer(revision, this.#startRevision)) return true
      this.#startRevision = undefined
    }
    if (!this.#budget && this.#room === 0) {
      this.#isFull = true
      return false
    }
    this.#append(delivery)
    return true
  }

  /** Queues a bookmark if there is room; one that is not newer than the start revision is skipped. */
  offerBookmark(bookmark: Delivery<T>, revision: string): void {
    if (this.#hasEnded || this.#room === 0) return
    if (this.#startRevision !== undefined && !isNewer(revision, this.#startRevision)) return
    this.#append(bookmark)
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#signal?.removeEventListener('abort', this)
    this.#host.leave(this)
    this.#host.wake(this)
  }

  /**
   * Ends the watch early. Deliveries that have left the cache can still be read, or all of them if the
   * reader has not received all initial events: it would have to start over.
   */
  cut(): void {
    if (this.#hasEnded) return
    if (this.#mark === undefined) {
      // Without the remaining initial events, the queued events would follow a gap.
      if (this.#initial) this.#dropQueue()
      else if (Number.isFinite(this.#size)) this.#queue = this.#queue?.slice(0, this.#size)
      this.#initial = undefined
    }
    this.end()
  }

  /** The budget is exceeded: discards what is queued, and ends. An ended watch may still have entries. */
  overflow(): void {
    this.#drop()
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#signal?.removeEventListener('abort', this)
    // Not synchronously, since the cache may be offering an event to the watches of this group.
    queueMicrotask(() => {
      this.#host.leave(this)
      this.#host.wake(this)
    })
  }

  /** Notifies the listener once more: the watch may have been closed by another caller than the reader. */
  close(): void {
    this.#drop()
    this.end()
  }

  [Symbol.asyncIterator](): AsyncIterator<readonly Delivery<T>[], undefined> {
    const read = (): IteratorResult<readonly Delivery<T>[], undefined> | undefined => {
      const batch = this.take()
      if (batch.length > 0) return { done: false, value: batch }
      return this.isOver ? { done: true, value: undefined } : undefined
    }
    /** Pending reads in order. Several reads can be pending at once. */
    const waiting: ((result: IteratorResult<readonly Delivery<T>[], undefined>) => void)[] = []
    const serve = (): void => {
      while (waiting.length > 0) {
        const result = read()
        if (!result) return
        waiting.shift()?.(result)
      }
    }
    this.onReadable(serve)
    return {
      next: () =>
        new Promise(resolve => {
          waiting.push(resolve)
          serve()
        }),
      return: async () => {
        this.close()
        return { done: true, value: undefined }
      },
    }
  }

  /** While initial events are pending, only one of the two buffers is available for new events. */
  get #room(): number {
    const limit = this.#initial || this.#mark ? this.#size : 2 * this.#size + 1
    return Math.max(0, limit - (this.#queue?.length ?? 0))
  }

  #drop(): void {
    this.#dropQueue()
    this.#initial = undefined
    this.#mark = undefined
  }

  #dropQueue(): void {
    const queue = this.#queue
    this.#queue = undefined
    if (queue) this.#removed(queue)
  }

  #append(delivery: Delivery<T>): void {
    if (this.#queue) this.#queue.push(delivery)
    else {
      this.#queue = [delivery]
      this.#host.wake(this)
    }
    if (!this.#budget) return
    this.#bytes += delivery.size
    this.#budget.added(this, delivery)
  }

  #removed(deliveries: readonly Delivery<T>[]): void {
    if (!this.#budget) return
    if (this.#queue === undefined) this.#bytes = 0
    else for (const { size } of deliveries) this.#bytes -= size
    this.#budget.removed(this, deliveries)
  }

  #takeInitial(max: number, maxSearched: number): readonly Delivery<T>[] {
    const taken: Delivery<T>[] = []
    let left = maxSearched
    while (this.#initial && taken.length < max) {
      if (left <= 0) return taken
      left -= Math.min(CHUNK, max - taken.length)
      if (this.#initial.isBroken) return this.#breakOff(taken)
      const next = this.#initial.next(max - taken.length)
      if (next) for (const delivery of next) taken.push(delivery)
      else this.#initial = undefined
    }
    if (!this.#initial && this.#mark && taken.length < max) {
      taken.push(this.#mark)
      this.#mark = undefined
    }
    if (!this.#initial && !this.#mark && this.#queue && taken.length < max)
      for (const delivery of this.#takeQueued(max - taken.length)) taken.push(delivery)
    return taken
  }

  /** The history has dropped events that were not read yet, so the watch must end. */
  #breakOff(taken: readonly Delivery<T>[]): readonly Delivery<T>[] {
    this.#dropQueue()
    this.#initial = undefined
    this.end()
    return taken
  }

  #takeQueued(max: number): readonly Delivery<T>[] {
    const queue = this.#queue
    if (!queue) return NOTHING
    const taken = queue.length > max ? queue.slice(0, max) : queue
    this.#queue = queue.length > max ? queue.slice(max) : undefined
    this.#removed(taken)
    return taken
  }
}
