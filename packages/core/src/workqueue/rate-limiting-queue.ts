import { defaultControllerRateLimiter } from './default-rate-limiters.ts'
import { DelayingQueue } from './delaying-queue.ts'
import { KeyedRateLimiter } from './keyed-rate-limiter.ts'
import type { RateLimitingInterface } from './queue-like.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { WorkQueueOptions } from './work-queue-options.ts'

/** The rate limiter, and what the queue below it needs. */
export interface RateLimitingQueueOptions<T> extends WorkQueueOptions<T> {
  /** @default defaultControllerRateLimiter() */
  readonly rateLimiter?: RateLimiter<T> | undefined
}

/**
 * A {@link DelayingQueue} whose rate limiter decides the delays of retries (client-go
 * `workqueue.TypedRateLimitingInterface`).
 *
 * @example
 * const queue = new RateLimitingQueue<Request>({ key: ({ namespace, name }) => JSON.stringify([namespace, name]) })
 * for await (using item of queue) {
 *   try {
 *     await reconcile(item.value)
 *     queue.forget(item.value)
 *   } catch {
 *     queue.addRateLimited(item.value)
 *   }
 * }
 */
export class RateLimitingQueue<T> extends DelayingQueue<T> implements RateLimitingInterface<T> {
  readonly #limiter: RateLimiter<T>

  constructor(options: RateLimitingQueueOptions<T> = {}) {
    super(options)
    const { key, clock, rateLimiter = defaultControllerRateLimiter<T>(clock && { clock }) } = options
    this.#limiter = key ? new KeyedRateLimiter(rateLimiter, key) : rateLimiter
  }

  /** Adds an item after the delay that the rate limiter gives it. */
  addRateLimited(item: T): void {
    this.addAfter(item, this.#limiter.when(item))
  }

  /** Resets the rate limiter's count of an item. It does not remove the item. */
  forget(item: T): void {
    this.#limiter.forget(item)
  }

  /** How often the rate limiter was asked for an item since the last `forget`. */
  numRequeues(item: T): number {
    return this.#limiter.numRequeues(item)
  }
}
