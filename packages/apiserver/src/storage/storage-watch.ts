import type { Clock } from '@kube-informer/core'
import type { CacherWatch, Delivery } from '@kube-informer/core/cacher'

/** What the timers of every host can do. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Options of {@link StorageWatch}. */
export interface StorageWatchOptions {
  /** What it begins with. */
  readonly initial: readonly Delivery[]
  /** How many events may wait for a slow reader. */
  readonly size: number
  readonly clock: Clock
  readonly deadline: number
  /** Has what is written from now on offered; returns its own undo. */
  readonly follow: (watch: StorageWatch) => () => void
}

/** A watch of the storage itself, without a cache between: a queue that ends when its reader falls behind. */
export class StorageWatch implements CacherWatch {
  readonly deadline: number
  readonly #size: number
  readonly #clock: Clock
  readonly #timer: unknown
  readonly #unfollow: () => void
  #queue: Delivery[]
  #hasEnded = false
  #isWaking = false
  #listener: () => void = () => {}

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

  /** Takes in what was written. A watch whose reader has fallen behind ends there. */
  offer(delivery: Delivery): void {
    if (this.#hasEnded) return
    this.#queue.push(delivery)
    if (this.#queue.length >= this.#size) this.end()
    this.#wake()
  }

  take(max: number = Number.POSITIVE_INFINITY): readonly Delivery[] {
    return this.#queue.splice(0, max)
  }

  onReadable(listener: () => void): void {
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

  /** Once for all that is written in one go. */
  #wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    queueMicrotask(() => {
      this.#isWaking = false
      this.#listener()
    })
  }
}
