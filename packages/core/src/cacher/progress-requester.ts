import type { Clock, TimerHandle } from '../api/clock.ts'

const EVERY_MS = 100

/** Asks a source again and again how far it is, while somebody waits for that, and only then. */
export class ProgressRequester {
  readonly #clock: Clock
  readonly #request: () => void
  #waiting = 0
  #timer: TimerHandle | undefined

  constructor(clock: Clock, request: () => void) {
    this.#clock = clock
    this.#request = request
  }

  /** Somebody waits: until {@link remove}. */
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
    // The timer first: a source may answer within the call, and nobody wait any more behind it.
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined
      this.#tick()
    }, EVERY_MS)
    this.#request()
  }
}
