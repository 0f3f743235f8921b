import type { KubernetesObject } from '../api/object.ts'
import type { Delivery } from './delivery.ts'
import type { InitialEvents } from './initial-events.ts'
import { isNewer } from './revision.ts'
import type { CacherWatch } from './watch.ts'
import type { WatchGroup } from './watch-group.ts'

/** What a watch needs of the cache that it belongs to. */
export interface WatchHost<T extends KubernetesObject> {
  /** Its reader is to be told, soon. */
  wake(watch: WatchQueue<T>): void
  /** There is room again after {@link WatchQueue.offer} had refused something. */
  hasRoom(watch: WatchQueue<T>): void
  /** Nothing more is to be offered. */
  leave(watch: WatchQueue<T>): void
}

/** What a {@link WatchQueue} starts with. */
export interface WatchQueueOptions<T extends KubernetesObject> {
  readonly host: WatchHost<T>
  /** Nothing up to this version is delivered, but what it begins with. */
  readonly startRevision: string
  readonly initial?: InitialEvents<T> | undefined
  /** The bookmark behind the first state. */
  readonly mark?: Delivery<T> | undefined
  /** How many deliveries a reader can be behind, per channel: one is between cache and watch, one behind that. */
  readonly size: number
  readonly deadline: number
  /** Closes it. */
  readonly signal?: AbortSignal | undefined
}

const NOTHING: readonly never[] = Object.freeze([])

/** The bounded queue between a cache and one reader. Thousands are open at a time, so it holds little. */
export class WatchQueue<T extends KubernetesObject> implements CacherWatch<T> {
  readonly deadline: number
  /** Where it is registered: kept here so that it is found without a search. */
  group: WatchGroup<WatchQueue<T>> | undefined
  index = -1
  deadlineSlot = -1
  bookmarkSlot = -1
  /** The second in which the next bookmark is due. */
  bookmarkDue = 0
  readonly #host: WatchHost<T>
  readonly #size: number
  readonly #signal: AbortSignal | undefined
  #queue: Delivery<T>[] | undefined
  #initial: InitialEvents<T> | undefined
  #mark: Delivery<T> | undefined
  #startRevision: string | undefined
  #listener: (() => void) | undefined
  #hasEnded = false
  #isFull = false

  constructor(options: WatchQueueOptions<T>) {
    this.#host = options.host
    this.#size = options.size
    this.#initial = options.initial
    this.#mark = options.mark
    this.#startRevision = options.startRevision
    this.deadline = options.deadline
    this.#signal = options.signal
    this.#signal?.addEventListener('abort', this)
  }

  /** Of the signal: the reader has gone, and is told that it is over. */
  handleEvent(): void {
    this.#drop()
    this.end()
  }

  get hasUnread(): boolean {
    return this.#queue !== undefined || this.#initial !== undefined || this.#mark !== undefined
  }

  /** Nothing more comes to it; what is there may still be read. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get isOver(): boolean {
    return this.#hasEnded && !this.hasUnread
  }

  onReadable(listener: () => void): void {
    this.#listener = listener
  }

  /** Tells the reader. */
  notify(): void {
    this.#listener?.()
  }

  take(max: number = Number.POSITIVE_INFINITY): readonly Delivery<T>[] {
    const taken = this.#initial || this.#mark ? this.#takeInitial(max) : this.#takeQueued(max)
    if (this.#isFull && this.#room > 0) {
      this.#isFull = false
      this.#host.hasRoom(this)
    }
    return taken
  }

  /** Takes a delivery in; false where there is no room, and its turn is to come again. */
  offer(delivery: Delivery<T>, revision: string): boolean {
    if (this.#hasEnded) return true
    if (this.#startRevision !== undefined) {
      if (!isNewer(revision, this.#startRevision)) return true
      this.#startRevision = undefined
    }
    if (this.#room === 0) {
      this.#isFull = true
      return false
    }
    this.#append(delivery)
    return true
  }

  /** Takes a bookmark in, if there is room for it; one that says nothing new to who starts here is passed over. */
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
   * Ends it without its reader's fault or wish. What had already left the cache is still delivered, or all if the
   * reader is in the midst of the first state and waits for its end: it would have to begin anew.
   */
  cut(): void {
    if (this.#hasEnded) return
    if (this.#mark === undefined) {
      // Without the rest of what it begins with, what is queued behind that would be a gap.
      this.#queue = this.#initial ? undefined : this.#queue?.slice(0, this.#size)
      this.#initial = undefined
    }
    this.end()
  }

  /** Its listener is told, once more: somebody else than the reader may have closed it. */
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
    /** Reads that were asked for, the first one first: nobody has to wait for one before asking for the next. */
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

  /** While it begins, only one channel is free for what happens meanwhile. */
  get #room(): number {
    const limit = this.#initial || this.#mark ? this.#size : 2 * this.#size + 1
    return Math.max(0, limit - (this.#queue?.length ?? 0))
  }

  #drop(): void {
    this.#queue = undefined
    this.#initial = undefined
    this.#mark = undefined
  }

  #append(delivery: Delivery<T>): void {
    if (this.#queue) {
      this.#queue.push(delivery)
      return
    }
    this.#queue = [delivery]
    this.#host.wake(this)
  }

  #takeInitial(max: number): readonly Delivery<T>[] {
    const taken: Delivery<T>[] = []
    while (this.#initial && taken.length < max) {
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

  /** The history has gone on faster than it was read: nothing says what is missing, so nothing may follow. */
  #breakOff(taken: readonly Delivery<T>[]): readonly Delivery<T>[] {
    this.#queue = undefined
    this.#initial = undefined
    this.end()
    return taken
  }

  #takeQueued(max: number): readonly Delivery<T>[] {
    const queue = this.#queue
    if (!queue) return NOTHING
    this.#queue = queue.length > max ? queue.slice(max) : undefined
    return queue.length > max ? queue.slice(0, max) : queue
  }
}
