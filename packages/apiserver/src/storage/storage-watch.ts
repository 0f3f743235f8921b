import { type CacherWatch, callReadable, type Delivery, type ReadableListener } from '@kube-informer/cacher'
import type { Clock } from '@kube-informer/core'

/** The longest timeout of JavaScript timers. */
const MAX_TIMER_MS = 2 ** 31 - 1

export interface StorageWatchOptions {
  /** The initial events. */
  readonly initial: readonly Delivery[]
  /** The number of events that may wait for a slow reader. */
  readonly size: number
  readonly clock: Clock
  readonly deadline: number
  /** Subscribes the watch to later writes; returns the unsubscribe function. */
  readonly follow: (watch: StorageWatch) => () => void
}

/** A watch of the storage without a watch cache: a queue that ends if its reader is too slow. */
export class StorageWatch implements CacherWatch {
  readonly deadline: number
  readonly #size: number
  readonly #clock: Clock
  readonly #timer: unknown
  readonly #unfollow: () => void
  #queue: Delivery[]
  #hasEnded = false
  #isWaking = false
  #listener: ReadableListener | undefined

  constructor({ initial, size, clock, deadline, follow }: StorageWatchOptions) {
    this.deadline = deadline
    this.#size = size
    this.#clock = clock
    this.#queue = [...initial]
    this.#timer = clock.setTimeout(() => this.end(), Math.min(deadline - clock.now(), MAX_TIMER_MS))
    this.#unfollow = follow(this)
  }

  get hasUnread(): boolean {
    return this.#queue.length > 0
  }

  get isOver(): boolean {
    return this.#hasEnded && !this.hasUnread
  }

  /** Adds a write to the queue. The watch ends if the queue is full. */
  offer(delivery: Delivery): void {
    if (this.#hasEnded) return
    this.#queue.push(delivery)
    if (this.#queue.length >= this.#size) this.end()
    this.#wake()
  }

  take(max: number = Number.POSITIVE_INFINITY): readonly Delivery[] {
    return this.#queue.splice(0, max)
  }

  onReadable(listener: ReadableListener): void {
    this.#listener = listener
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#clock.clearTimeout(this.#timer)
    this.#unfollow()
    this.#wake()
  }

  close(): void {
    this.#queue = []
    this.end()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Delivery[], undefined> {
    try {
      while (!this.isOver) {
        const taken = this.take()
        if (taken.length > 0) yield taken
        else await new Promise<void>(resolve => this.onReadable(resolve))
      }
    } finally {
      this.close()
    }
  }

  /** Notifies the reader once for all events of a synchronous burst. */
  #wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    queueMicrotask(() => {
      this.#isWaking = false
      callReadable(this.#listener)
    })
  }
}
