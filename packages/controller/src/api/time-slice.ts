import type { Clock } from '@kube-informer/core'

/**
 * How long events or reconciles may occupy the thread before other work runs. A slice of each may share a task with the
 * collection of garbage: together they stay below 12 ms.
 */
const SLICE_MS = 4

/** Divides a long series of events or reconciles, so that timers, watches and the renewal of a lease are not delayed. */
export class TimeSlice {
  readonly #clock: Pick<Clock, 'now' | 'yieldToHost'>
  #startedAt: number | undefined
  #yielding: Promise<void> | undefined

  /** @param isSpent whether the first slice ends with the first item, because the task has done other work before */
  constructor(clock: Pick<Clock, 'now' | 'yieldToHost'>, isSpent = false) {
    this.#clock = clock
    if (isSpent) this.#startedAt = Number.NEGATIVE_INFINITY
  }

  /**
   * Undefined if the work may go on; otherwise what to wait for before it does. Call it after each item.
   *
   * @param isIdle whether nothing is left to do, so that the workers wait anyway
   */
  pause(isIdle: boolean): Promise<void> | undefined {
    if (this.#yielding) return this.#yielding
    if (isIdle) {
      this.#startedAt = undefined
      return undefined
    }
    const now = this.#clock.now()
    // After an idle time, the first item is not part of the slice: an idle queue needs no clock.
    this.#startedAt ??= now
    const elapsedMs = now - this.#startedAt
    // A clock that was set back does not tell how long the slice took.
    if (elapsedMs >= 0 && elapsedMs < SLICE_MS) return undefined
    this.#yielding = this.#clock.yieldToHost().then(() => {
      this.#yielding = undefined
      this.#startedAt = this.#clock.now()
    })
    return this.#yielding
  }
}
