import type { Delta, PopProcess } from './queue.ts'

/** What a queue hands out at once. */
export interface Taken<T> {
  readonly deltas: readonly Delta<T>[]
  /** How many places of the queue that were, as its initial population counts them. */
  readonly items: number
}

/**
 * What every queue does at its door: make pops wait, count the initial population, and close
 * (client-go's contract for `cache.Queue`).
 */
export class QueueGate {
  #populated = false
  #initialPopulation = 0
  #closed = false
  #wake: (() => void) | undefined

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

  /** Lets a waiting pop look again. */
  wake(): void {
    this.#wake?.()
  }

  close(): void {
    this.#closed = true
    this.wake()
  }

  /** Waits for something to be there, takes it, and has it processed; false when there never will be anything. */
  async pop<T>(
    length: () => number,
    take: () => Taken<T>,
    process: PopProcess<T>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    if (!(await this.#available(length, signal))) return false
    const isInInitialList = !this.hasSynced
    const { deltas, items } = take()
    try {
      process(deltas, isInInitialList)
    } finally {
      // After processing, so that whoever sees "synced" finds the objects in the cache.
      this.#initialPopulation = Math.max(0, this.#initialPopulation - items)
    }
    return true
  }

  async #available(length: () => number, signal?: AbortSignal): Promise<boolean> {
    const wake = () => this.wake()
    signal?.addEventListener('abort', wake)
    while (length() === 0 && !this.#closed && !signal?.aborted) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    signal?.removeEventListener('abort', wake)
    return length() > 0 && !signal?.aborted
  }
}
