import type { RateLimiter } from './rate-limiter.ts'
import type { WorkQueueOptions } from './work-queue-options.ts'

/** How fast failed items return to a PriorityQueue, and whether waiting raises a priority. */
export interface PriorityQueueOptions<T> extends Omit<WorkQueueOptions<T>, 'queue'> {
  /** @default per item 5 ms doubling up to 1000 s */
  readonly rateLimiter?: RateLimiter<T> | undefined
  /**
   * In how many milliseconds of being ready an item rises by one priority. An item of priority `p` is then handed out before
   * all items of a higher priority `P` that become ready more than `(P - p) * agingMs` after it. @default never, as upstream
   */
  readonly agingMs?: number | undefined
}

/** How items are added (controller-runtime `priorityqueue.AddOpts`). */
export interface AddOptions {
  /** The delay in milliseconds. @default none */
  readonly afterMs?: number | undefined
  /** Whether the rate limiter is asked for a delay. @default false */
  readonly rateLimited?: boolean | undefined
  /** Higher ones are handed out first. @default 0 */
  readonly priority?: number | undefined
}
