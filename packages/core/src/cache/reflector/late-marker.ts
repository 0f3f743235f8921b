import type { Clock, TimerHandle } from '../../api/clock.ts'

const PERIOD_MS = 10_000

/** What is told while the end of the initial events does not come. */
export interface LateMarker {
  /** Since the watch was asked for. */
  readonly waitedMs: number
  /** Since the last event; absent when there was none at all. */
  readonly silentMs?: number
}

/** Tells every ten seconds that a watch-list has not come to its end marker yet; without a listener, no timer. */
export class LateMarkerTicker {
  readonly #clock: Clock
  readonly #onLate: ((late: LateMarker) => void) | undefined
  readonly #startedAt: number
  #heardAt: number | undefined
  #timer: TimerHandle | undefined

  constructor(clock: Clock, onLate: ((late: LateMarker) => void) | undefined) {
    this.#clock = clock
    this.#onLate = onLate
    this.#startedAt = clock.now()
    if (onLate) this.#arm()
  }

  /** An event arrived. */
  heard(): void {
    this.#heardAt = this.#clock.now()
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer)
  }

  #arm(): void {
    this.#timer = this.#clock.setTimeout(() => {
      this.#arm()
      const now = this.#clock.now()
      this.#onLate?.({
        waitedMs: now - this.#startedAt,
        ...(this.#heardAt === undefined ? {} : { silentMs: now - this.#heardAt }),
      })
    }, PERIOD_MS)
  }
}
