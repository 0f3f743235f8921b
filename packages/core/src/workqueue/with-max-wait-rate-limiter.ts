import type { RateLimiter } from './rate-limiter.ts'

/** Limits the delays of another limiter (client-go `workqueue.TypedWithMaxWaitRateLimiter`). */
export class WithMaxWaitRateLimiter<T> implements RateLimiter<T> {
  readonly #limiter: RateLimiter<T>
  readonly #maxDelayMs: number

  /** @param maxDelayMs the longest delay, in milliseconds */
  constructor(limiter: RateLimiter<T>, maxDelayMs: number) {
    this.#limiter = limiter
    this.#maxDelayMs = maxDelayMs
  }

  when(item: T): number {
    return Math.min(this.#limiter.when(item), this.#maxDelayMs)
  }

  forget(item: T): void {
    this.#limiter.forget(item)
  }

  numRequeues(item: T): number {
    return this.#limiter.numRequeues(item)
  }
}
