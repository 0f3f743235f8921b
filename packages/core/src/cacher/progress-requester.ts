import type { Clock, TimerHandle } from '../api/clock.ts'

const EVERY_MS = 100

/** Requests progress from a source periodically, as long as there are waiters. */
export class ProgressRequester {
  readonly #clock: Clock
  readonly #request: () => void
  #waiting = 0
  #timer: TimerHandle | undefined

  constructor(clock: Clock, request: () => void) {
    this.#clock = clock
    this.#request = request
  }

  /** Adds a waiter, until {@link remove}. */
  add(): void {
    this.#waiting++
    if (this.#timer === undefined) this.#tick()
  }

  remove(): void {
    this.#waiting--
    if (this.#waiting > 0 || this.#timer === undefined) return
    this.#clock.clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    // The timer first: the source may respond within the call, which may remove the last waiter.
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined
      this.#tick()
    }, EVERY_MS)
    this.#request()
  }
}
