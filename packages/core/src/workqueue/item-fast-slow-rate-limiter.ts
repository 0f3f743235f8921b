import { FailureCounts } from './failure-counts.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** The short delay, how many failures have it, and the long one. */
export interface ItemFastSlowRateLimiterOptions {
  /** The delay of the first failures of an item, in milliseconds. */
  readonly fastDelayMs: number
  /** The delay of its later failures, in milliseconds. */
  readonly slowDelayMs: number
  /** How many failures have the fast delay. */
  readonly maxFastAttempts: number
}

/** Retries an item fast for some attempts, then slowly (client-go `workqueue.TypedItemFastSlowRateLimiter`). */
export class ItemFastSlowRateLimiter<T> implements RateLimiter<T> {
  readonly #failures = new FailureCounts<T>()
  readonly #options: ItemFastSlowRateLimiterOptions

  constructor(options: ItemFastSlowRateLimiterOptions) {
    this.#options = options
  }

  when(item: T): number {
    const { fastDelayMs, slowDelayMs, maxFastAttempts } = this.#options
    return this.#failures.count(item) < maxFastAttempts ? fastDelayMs : slowDelayMs
  }

  forget(item: T): void {
    this.#failures.forget(item)
  }

  numRequeues(item: T): number {
    return this.#failures.of(item)
  }
}
