import { type Clock, systemClock } from '../api/clock.ts'
import { UsageError } from '../api/errors.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** How fast tokens return, and how many there are at most. */
export interface BucketRateLimiterOptions {
  /** Tokens per second. */
  readonly qps: number
  /** How many tokens the bucket holds. At least 1. */
  readonly burst: number
  readonly clock?: Clock | undefined
}

/**
 * A token bucket for all items together (client-go `workqueue.TypedBucketRateLimiter`). The delay is the time until a
 * token is there, and the call takes that token, whether or not the item is added later. It counts no failures.
 *
 * Throws a UsageError if `qps` is not positive or `burst` is less than 1.
 */
export class BucketRateLimiter<T> implements RateLimiter<T> {
  readonly #tokensPerMs: number
  readonly #burst: number
  readonly #clock: Clock
  #tokens: number
  #updatedAt: number

  constructor({ qps, burst, clock = systemClock }: BucketRateLimiterOptions) {
    if (!(qps > 0 && burst >= 1))
      throw new UsageError(`a bucket of ${burst} tokens with ${qps} per second never has one`)
    this.#tokensPerMs = qps / 1000
    this.#burst = burst
    this.#clock = clock
    this.#tokens = burst
    this.#updatedAt = clock.now()
  }

  when(_item: T): number {
    const now = this.#clock.now()
    const elapsedMs = Math.max(0, now - this.#updatedAt)
    this.#updatedAt = now
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedMs * this.#tokensPerMs) - 1
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#tokensPerMs
  }

  forget(_item: T): void {}

  numRequeues(_item: T): number {
    return 0
  }
}
