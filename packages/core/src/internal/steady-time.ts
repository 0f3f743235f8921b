import type { Clock } from '../api/clock.ts'

/**
 * The time of a clock that does not go back. If the clock is set back, this time stands still from the last reading to the
 * current one, and then goes on. A wait thus becomes longer by at most the time since the last reading, rather than by the
 * whole step. If the clock is set forward, so is this time.
 */
export class SteadyTime {
  readonly #clock: Pick<Clock, 'now'>
  #last = Number.NEGATIVE_INFINITY
  #setBackMs = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** In milliseconds; equal to the clock's time until the clock is set back. */
  now(): number {
    const now = this.#clock.now()
    if (now < this.#last) this.#setBackMs += this.#last - now
    this.#last = now
    return now + this.#setBackMs
  }
}
