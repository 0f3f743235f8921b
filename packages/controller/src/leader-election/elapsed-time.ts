import { type Clock, systemClock } from '@kube-informer/core'

/** Milliseconds of a clock that nothing sets. Only differences have a meaning. */
export type MonotonicNow = () => number

/** A moment on both clocks. */
export interface Moment {
  readonly wallMs: number
  readonly monotonicMs: number
}

/**
 * Measures time with the wall clock and a monotonic one. The wall clock can be set; the monotonic one may stop while the
 * machine sleeps.
 */
export class ElapsedTime {
  readonly #clock: Pick<Clock, 'now'>
  readonly #monotonicNow: MonotonicNow

  constructor(clock: Clock, monotonicNow: MonotonicNow = monotonicNowOf(clock)) {
    this.#clock = clock
    this.#monotonicNow = monotonicNow
  }

  now(): Moment {
    return { wallMs: this.#clock.now(), monotonicMs: this.#monotonicNow() }
  }

  /** For a holder, which must not hold on for too long: the time on the clock that advanced further. */
  longestSince({ wallMs, monotonicMs }: Moment): number {
    return Math.max(this.#clock.now() - wallMs, this.#monotonicNow() - monotonicMs)
  }

  /** For a candidate, which must not take over too early: a wall clock that is set forward does not count. */
  monotonicSince({ monotonicMs }: Moment): number {
    return this.#monotonicNow() - monotonicMs
  }
}

/** An injected clock is the only source of time. */
const monotonicNowOf = (clock: Clock): MonotonicNow =>
  clock === systemClock ? performance.now.bind(performance) : () => clock.now()
