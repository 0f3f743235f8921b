import type { Delta, PopProcess } from './queue.ts'

/** What a queue hands out at once. */
export interface Taken<T> {
  readonly deltas: readonly Delta<T>[]
  /** How many places of the queue that were, as its initial population counts them. */
  readonly items: number
}

/** How a gate reaches into its queue. */
export interface GatedQueue<T> {
  /** Whether there is something to take. */
  readonly isReady: () => boolean
  /** Takes from the head of the queue, which is ready. */
  readonly take: () => Taken<T>
}

/**
 * What every queue does at its door: make pops wait, count the initial population, and close
 * (client-go's contract for `cache.Queue`).
 */
export class QueueSync {
  #populated = false
  #initialPopulation = 0
  #closed = false
  #waiting: (() => void)[] = []
  #heeded: AbortSignal | undefined
  readonly #look = () => this.wake()

  /** Whether everything that a first `replace` brought has been processed, or another write came first. */
  get hasSynced(): boolean {
    return this.#populated && this.#initialPopulation === 0
  }

  /** How many items of the initial population are still queued. */
  get initialPopulation(): number {
    return this.#initialPopulation
  }

  /** A write comes in; the first one decides what counts as the initial population. */
  populate(initialPopulation = 0): void {
    if (!this.#populated) this.#initialPopulation = initialPopulation
    this.#populated = true
  }

  /** Items of the initial population have left the queue. */
  settle(items: number): void {
    this.#initialPopulation = Math.max(0, this.#initialPopulation - items)
  }

  /** Lets waiting pops look again. */
  wake(): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const look of waiting) look()
  }

  close(): void {
    this.#closed = true
    this.#heed(undefined)
    this.wake()
  }

  /** Waits for something to be there, takes it, and has it processed; false when there never will be anything. */
  async pop<T>(
    { isReady, take }: GatedQueue<T>,
    process: PopProcess<T>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    // Looking and taking are one turn, so that two pops never take the same last item.
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
      // After processing, so that whoever sees "synced" finds the objects in the cache.
      this.settle(items)
    }
    return true
  }

  /** Resolves at the next write, the close, or the abort. */
  #change(signal: AbortSignal | undefined): Promise<void> {
    this.#heed(signal)
    return new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  /** A consumer waits with the same signal again and again: it is listened to once, until the close. */
  #heed(signal: AbortSignal | undefined): void {
    if (this.#heeded === signal) return
    this.#heeded?.removeEventListener('abort', this.#look)
    this.#heeded = signal
    signal?.addEventListener('abort', this.#look)
  }
}
