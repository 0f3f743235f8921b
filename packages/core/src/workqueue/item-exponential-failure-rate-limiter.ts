import { FailureCounts } from './failure-counts.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** The delay after the first failure of an item, and the longest one. */
export interface ItemExponentialFailureRateLimiterOptions {
  /** The delay after the first failure, in milliseconds. */
  readonly baseDelayMs: number
  /** The longest delay, in milliseconds. */
  readonly maxDelayMs: number
}

/**
 * Doubles the delay with each failure of an item: `baseDelayMs * 2 ** failures`, at most `maxDelayMs` (client-go
 * `workqueue.TypedItemExponentialFailureRateLimiter`). It keeps a count of each item until `forget`.
 *
 * @example
 * const limiter = new ItemExponentialFailureRateLimiter<string>({ baseDelayMs: 5, maxDelayMs: 1_000_000 })
 * limiter.when('default/web') // 5
 * limiter.when('default/web') // 10
 */
export class ItemExponentialFailureRateLimiter<T> implements RateLimiter<T> {
  readonly #failures = new FailureCounts<T>()
  readonly #baseDelayMs: number
  readonly #maxDelayMs: number

  constructor({ baseDelayMs, maxDelayMs }: ItemExponentialFailureRateLimiterOptions) {
    this.#baseDelayMs = baseDelayMs
    this.#maxDelayMs = maxDelayMs
  }

  when(item: T): number {
    return Math.min(this.#baseDelayMs * 2 ** this.#failures.count(item), this.#maxDelayMs)
  }

  forget(item: T): void {
    this.#failures.forget(item)
  }

  numRequeues(item: T): number {
    return this.#failures.of(item)
  }
}
