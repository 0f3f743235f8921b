import type { RateLimiter } from './rate-limiter.ts'

/** Passes one object for all items with one key to a limiter, until the item is forgotten. */
export class KeyedRateLimiter<T> implements RateLimiter<T> {
  readonly #limiter: RateLimiter<T>
  readonly #key: (item: T) => unknown
  readonly #known = new Map<unknown, T>()

  constructor(limiter: RateLimiter<T>, key: (item: T) => unknown) {
    this.#limiter = limiter
    this.#key = key
  }

  when(item: T): number {
    const key = this.#key(item)
    if (!this.#known.has(key)) this.#known.set(key, item)
    return this.#limiter.when(this.#known.get(key) as T)
  }

  forget(item: T): void {
    const key = this.#key(item)
    this.#limiter.forget(this.#known.get(key) ?? item)
    this.#known.delete(key)
  }

  numRequeues(item: T): number {
    return this.#limiter.numRequeues(this.#known.get(this.#key(item)) ?? item)
  }
}
