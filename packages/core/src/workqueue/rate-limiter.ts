/**
 * Decides how long an item waits before it is retried (client-go `workqueue.TypedRateLimiter`).
 *
 * A queue with a `key` function passes the same object for all items with one key, so a limiter may compare items by
 * identity.
 */
export interface RateLimiter<T> {
  /** The delay in milliseconds before the item is retried. Each call counts as a failure of the item. */
  when(item: T): number
  /** Stops counting the failures of an item, whether it succeeded or is given up. */
  forget(item: T): void
  /** How many failures of the item were counted since the last `forget`. */
  numRequeues(item: T): number
}
