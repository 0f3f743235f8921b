import type { Clock } from '../api/clock.ts'
import { BucketRateLimiter } from './bucket-rate-limiter.ts'
import { ItemExponentialFailureRateLimiter } from './item-exponential-failure-rate-limiter.ts'
import { MaxOfRateLimiter } from './max-of-rate-limiter.ts'
import type { RateLimiter } from './rate-limiter.ts'

const MAX_DELAY_MS = 1_000_000

/**
 * The default of {@link RateLimitingQueue}: per item 5 ms doubling up to 1000 s, and for all items together 10 retries per
 * second with a burst of 100 (client-go `workqueue.DefaultTypedControllerRateLimiter`).
 */
export function defaultControllerRateLimiter<T>(options: { readonly clock?: Clock } = {}): RateLimiter<T> {
  return new MaxOfRateLimiter<T>(
    new ItemExponentialFailureRateLimiter<T>({ baseDelayMs: 5, maxDelayMs: MAX_DELAY_MS }),
    new BucketRateLimiter<T>({ qps: 10, burst: 100, clock: options.clock }),
  )
}

/** Per item 1 ms doubling up to 1000 s (client-go `workqueue.DefaultTypedItemBasedRateLimiter`). */
export function defaultItemBasedRateLimiter<T>(): RateLimiter<T> {
  return new ItemExponentialFailureRateLimiter<T>({ baseDelayMs: 1, maxDelayMs: MAX_DELAY_MS })
}
