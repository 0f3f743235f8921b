/**
 * What consumers of a work queue use: client-go's `workqueue.TypedRateLimitingInterface`. `RateLimitingQueue` and
 * `PriorityQueue` implement it.
 */
export interface RateLimitingInterface<T> {
  /** The number of items that are ready to be handed out. */
  readonly length: number
  readonly isShuttingDown: boolean
  /** Adds an item; no effect if it waits already, or after the shutdown. */
  add(item: T): void
  /** Adds an item after a delay in milliseconds. */
  addAfter(item: T, delayMs: number): void
  /** Adds an item after the delay that the rate limiter gives it. */
  addRateLimited(item: T): void
  /** Resets the rate limiter's count of an item. It does not remove the item. */
  forget(item: T): void
  /** How often the rate limiter was asked for an item since the last `forget`. */
  numRequeues(item: T): number
  /**
   * The next item, now in process: no other consumer receives it until `done`. Resolves with undefined once the queue is
   * shut down. Rejects with the signal's reason.
   */
  get(signal?: AbortSignal): Promise<T | undefined>
  /** Ends the processing of an item. If it was added meanwhile, it is handed out again. */
  done(item: T): void
  /** Ends the queue. */
  shutDown(): void
  /** Ends the queue, and resolves when nothing is in process. */
  shutDownWithDrain(): Promise<void>
}
