import { type Clock, UsageError } from '@kube-informer/core'
import { tooManyRequests } from './status.ts'

/** The longest delay that a refused reader is asked for. */
const MAX_DELAY_MS = 60_000

export interface WatchRateOptions {
  readonly perSecond: number
  /** How many watches may open at the same moment, after a while without any. At least one second's worth. */
  readonly burst: number
  /** Begins the error. @default 'too many watches were opened in a second' */
  readonly message?: string | undefined
  readonly clock: Clock
}

/**
 * Limits how many watches open in a second: a token bucket. A refused reader receives a time to return. The room of each
 * later second is promised to as many readers as it is enough for, so that those who lost their watches together do not
 * return together.
 */
export class WatchRate {
  readonly #options: WatchRateOptions
  /** How many watches may open now. */
  #room: number
  /** When `#room` was computed. */
  #at: number
  /** The time up to which the room is promised. */
  #promised = 0
  #refused = 0

  constructor(options: WatchRateOptions) {
    const { perSecond, burst, clock } = options
    if (!(perSecond > 0)) throw new UsageError(`watchesPerSecond must be positive, got ${perSecond}`)
    if (!(burst >= Math.max(1, perSecond)))
      throw new UsageError(`watchBurst must be at least 1 and watchesPerSecond, got ${burst}`)
    this.#options = options
    this.#room = burst
    this.#at = clock.now()
  }

  /** Number of watches that were refused. */
  get refused(): number {
    return this.#refused
  }

  /** Takes the room of one watch. Throws a 429 with the time to return if there is none. */
  take(): void {
    const now = this.#refill()
    if (this.#room >= 1) this.#room--
    else throw this.#rejection(now)
  }

  /** Returns the room of a watch that did not open. */
  giveBack(): void {
    this.#room = Math.min(this.#options.burst, this.#room + 1)
  }

  #refill(): number {
    const { perSecond, burst, clock } = this.#options
    const now = clock.now()
    const passed = Math.max(0, now - this.#at)
    if (passed > 0) this.#room = Math.min(burst, this.#room + (passed / 1000) * perSecond)
    this.#at = now
    return now
  }

  #rejection(now: number): Error {
    this.#refused++
    this.#promised = Math.max(this.#promised, now) + 1000 / this.#options.perSecond
    // Otherwise a flood of refused requests could postpone the return of a reader without limit.
    if (this.#promised - now > MAX_DELAY_MS) this.#promised = now + 1000 / this.#options.perSecond
    const seconds = Math.max(1, Math.ceil((this.#promised - now) / 1000))
    const { message = 'too many watches were opened in a second' } = this.#options
    return tooManyRequests(message, seconds)
  }
}
