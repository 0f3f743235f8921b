import type { Delta, PopProcess } from './queue.ts'

/** The items of one pop. */
export interface Taken<T> {
  readonly deltas: readonly Delta<T>[]
  /** The number of queue items that it comprises, as the initial population counts them. */
  readonly items: number
}

/** Access to the queue's items. */
export interface SyncedQueue<T> {
  /** Whether an item is available. */
  readonly isReady: () => boolean
  /** Removes items from the head. Called only when one is available. */
  readonly take: () => Taken<T>
}

/**
 * The synchronization that all queues share: waiting pops, the count of the initial population, and closing
 * (client-go's contract for `cache.Queue`).
 */
export class QueueSync {
  #populated = false
  #initialPopulation = 0
  #closed = false
  #waiting: (() => void)[] = []
  #signal: AbortSignal | undefined
  readonly #onAbort = () => this.wake()

  /** Whether all objects of the first `replace` have been processed, or another write came first. */
  get hasSynced(): boolean {
    return this.#populated && this.#initialPopulation === 0
  }

  /** The number of items of the initial population that are still queued. */
  get initialPopulation(): number {
    return this.#initialPopulation
  }

  /** Records a write. The first one determines the initial population. */
  populate(initialPopulation = 0): void {
    if (!this.#populated) this.#initialPopulation = initialPopulation
    this.#populated = true
  }

  /** Items of the initial population have been processed. */
  settle(items: number): void {
    this.#initialPopulation = Math.max(0, this.#initialPopulation - items)
  }

  /** Wakes waiting pops, which then check the queue again. */
  wake(): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  close(): void {
    this.#closed = true
    this.#listenTo(undefined)
    this.wake()
  }

  /** Waits for items and processes them. Resolves with false after the close of an empty queue, or an abort. */
  async pop<T>(
    { isReady, take }: SyncedQueue<T>,
    process: PopProcess<T>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    // No await between the check and the removal, so that two pops never take the same item.
    while (!signal?.aborted && !isReady()) {
      if (this.#closed) return false
      await this.#change(signal)
    }
    if (signal?.aborted) return false
    const isInInitialList = !this.hasSynced
    const { deltas, items } = take()
    try {
      process(deltas, isInInitialList)
    } finally {
      // After processing, so that the objects are in the cache once `hasSynced` is true.
      this.settle(items)
    }
    return true
  }

  /** Resolves at the next write, the close, or the abort. */
  #change(signal: AbortSignal | undefined): Promise<void> {
    this.#listenTo(signal)
    return new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  /** Consumers pass the same signal each time, so one listener remains until the close. */
  #listenTo(signal: AbortSignal | undefined): void {
    if (this.#signal === signal) return
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
  }
}
