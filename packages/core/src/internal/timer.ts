import type { Clock, TimerHandle } from '../api/clock.ts'

/** At most one pending timeout of an injected clock. */
export class Timer {
  readonly #clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>
  #handle: TimerHandle
  #isPending = false

  constructor(clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>) {
    this.#clock = clock
  }

  /** Whether a callback is still to come. False inside the callback itself, which may start the timer again. */
  get isPending(): boolean {
    return this.#isPending
  }

  /** Calls back once after the delay. Replaces a pending timeout. */
  start(delayMs: number, callback: () => void): void {
    this.stop()
    this.#isPending = true
    this.#handle = this.#clock.setTimeout(() => {
      this.#isPending = false
      callback()
    }, delayMs)
  }

  /** Like {@link start}, but leaves a pending timeout as it is. */
  startUnlessPending(delayMs: number, callback: () => void): void {
    if (!this.#isPending) this.start(delayMs, callback)
  }

  /** Cancels a pending timeout. Idempotent. */
  stop(): void {
    if (!this.#isPending) return
    this.#isPending = false
    this.#clock.clearTimeout(this.#handle)
  }
}
