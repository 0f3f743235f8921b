import type { Clock } from '../../api/clock.ts'
import { StatusError } from '../../api/errors.ts'

/** Internal errors further apart than this are unrelated (client-go). */
const FORGET_AFTER_MS = 60_000

/** Whether the server failed internally: reason InternalError, or a 500 without a reason. */
const isInternalError = (error: unknown): boolean =>
  error instanceof StatusError &&
  (error.reason === 'InternalError' || (error.reason === '' && error.code === 500))

/** Allows immediate retries after internal errors for a while (client-go `RetryWithDeadline`). */
export class InternalErrorRetry {
  readonly #clock: Clock
  readonly #windowMs: number
  #firstErrorAt: number | undefined
  #lastErrorAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock
    this.#windowMs = windowMs
  }

  /** Records an error, and returns whether to retry at once. Other errors neither count nor are retried. */
  shouldRetryAfter(error: unknown): boolean {
    if (!isInternalError(error) || this.#windowMs <= 0) return false
    const now = this.#clock.now()
    if (now - this.#lastErrorAt >= FORGET_AFTER_MS) this.#firstErrorAt = undefined
    this.#lastErrorAt = now
    this.#firstErrorAt ??= now
    if (now - this.#firstErrorAt <= this.#windowMs) return true
    this.#firstErrorAt = undefined
    return false
  }
}
