import type { Clock } from '../../api/clock.ts'
import { Timer } from '../../internal/timer.ts'

const PERIOD_MS = 10_000

/** Reported while the end bookmark of the initial events has not arrived. */
export interface LateMarker {
  /** Time since the watch was requested. */
  readonly waitedMs: number
  /** Time since the last event; absent if none arrived. */
  readonly silentMs?: number
}

/** Reports every ten seconds that a watch-list has not sent its end bookmark. Without a listener it starts no timer. */
export class LateMarkerTicker {
  readonly #clock: Clock
  readonly #timer: Timer
  readonly #onLate: ((late: LateMarker) => void) | undefined
  readonly #startedAt: number
  #lastEventAt: number | undefined

  constructor(clock: Clock, onLate: ((late: LateMarker) => void) | undefined) {
    this.#clock = clock
    this.#timer = new Timer(clock)
    this.#onLate = onLate
    this.#startedAt = clock.now()
    if (onLate) this.#start()
  }

  /** An event arrived. */
  refresh(): void {
    this.#lastEventAt = this.#clock.now()
  }

  stop(): void {
    this.#timer.stop()
  }

  #start(): void {
    this.#timer.start(PERIOD_MS, () => {
      this.#start()
      const now = this.#clock.now()
      this.#onLate?.({
        waitedMs: now - this.#startedAt,
        ...(this.#lastEventAt === undefined ? {} : { silentMs: now - this.#lastEventAt }),
      })
    })
  }
}
