import type { Clock } from '@kube-informer/core'

/**
 * How long reconciles may occupy the thread before other work runs. The delivery of events takes up to 8 ms in one task,
 * and reconciles of the same task follow it: together they stay below 12 ms.
 */
const SLICE_MS = 4

/** Divides the work of all workers of a controller, so that timers, watches and the renewal of a lease are not delayed. */
export class TimeSlice {
  readonly #clock: Pick<Clock, 'now' | 'yieldToHost'>
  #startedAt: number | undefined
  #yielding: Promise<void> | undefined

  constructor(clock: Pick<Clock, 'now' | 'yieldToHost'>) {
    this.#clock = clock
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
