import type { RateLimiter } from './rate-limiter.ts'

/**
 * Asks all limiters, and returns the longest delay (client-go `workqueue.TypedMaxOfRateLimiter`). Items that another
 * limiter delays have taken their tokens of a bucket earlier, so they may come faster than the bucket alone allows.
 */
export class MaxOfRateLimiter<T> implements RateLimiter<T> {
  readonly #limiters: readonly RateLimiter<T>[]

  constructor(...limiters: readonly RateLimiter<T>[]) {
    this.#limiters = limiters
  }

  when(item: T): number {
    let longest = 0
    for (const limiter of this.#limiters) longest = Math.max(longest, limiter.when(item))
    return longest
  }

  forget(item: T): void {
    for (const limiter of this.#limiters) limiter.forget(item)
  }

  numRequeues(item: T): number {
    let most = 0
    for (const limiter of this.#limiters) most = Math.max(most, limiter.numRequeues(item))
    return most
  }
}
