import { onAbort } from '../api/on-abort.ts'

interface Waiter<E> {
  /** The iterator that waits, if one does. */
  readonly owner: unknown
  settle(entry: E | undefined): void
}

/** Those who wait for the next entry of a queue, in the order in which they came. */
export class Consumers<E> {
  readonly #take: () => E | undefined
  readonly #waiters = new Set<Waiter<E>>()
  #hasEnded = false

  /** @param take removes the next entry of the queue */
  constructor(take: () => E | undefined) {
    this.#take = take
  }

  /** Resolves with what `select` makes of the next entry, or of undefined after the end. */
  get<R>(select: (entry: E | undefined) => R, signal: AbortSignal | undefined, owner?: unknown): Promise<R> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const entry = this.#take()
    if (entry !== undefined || this.#hasEnded) return Promise.resolve(select(entry))
    return this.#wait(select, signal, owner)
  }

  /** Hands entries to the waiters, in order, as long as there are both. */
  wake(): void {
    if (this.#waiters.size === 0) return
    for (const waiter of this.#waiters) {
      const entry = this.#take()
      if (entry === undefined) return
      this.#waiters.delete(waiter)
      waiter.settle(entry)
    }
  }

  /** Ends the waits of one owner. */
  leave(owner: unknown): void {
    for (const waiter of this.#waiters) if (waiter.owner === owner) this.#end(waiter)
  }

  /** Ends all waits, now and later. */
  endAll(): void {
    this.#hasEnded = true
    for (const waiter of this.#waiters) this.#end(waiter)
  }

  #end(waiter: Waiter<E>): void {
    this.#waiters.delete(waiter)
    waiter.settle(undefined)
  }

  /** A wait that is aborted leaves the list: otherwise its entry would stay in process for ever. */
  #wait<R>(select: (entry: E | undefined) => R, signal: AbortSignal | undefined, owner: unknown): Promise<R> {
    return new Promise((resolve, reject) => {
      let unsubscribe: (() => void) | undefined
      const waiter: Waiter<E> = {
        owner,
        settle: entry => {
          unsubscribe?.()
          resolve(select(entry))
        },
      }
      this.#waiters.add(waiter)
      if (!signal) return
      unsubscribe = onAbort(signal, reason => {
        this.#waiters.delete(waiter)
        reject(reason)
      })
    })
  }
}
