import type { Clock } from '@kube-informer/core'

const GAIN_MS = 50
const GAIN_EVERY_MS = 1000
const MAX_MS = 100

/** How long slow readers may delay all others. It accumulates over time, and one wait may use all of it. */
export class TimeBudget {
  readonly #clock: Clock
  #available = 0
  #countedUntil: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#countedUntil = clock.now()
  }

  /** Takes all available time, in ms. */
  takeAvailable(): number {
    this.#gain()
    const taken = this.#available
    this.#available = 0
    return taken
  }

  /** Returns unused time. */
  giveBack(unusedMs: number): void {
    this.#gain()
    this.#available = Math.min(MAX_MS, this.#available + Math.max(0, unusedMs))
  }

  #gain(): void {
    const gains = Math.floor((this.#clock.now() - this.#countedUntil) / GAIN_EVERY_MS)
    if (gains <= 0) return
    this.#countedUntil += gains * GAIN_EVERY_MS
    this.#available = Math.min(MAX_MS, this.#available + gains * GAIN_MS)
  }
}
