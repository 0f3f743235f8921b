import type { Clock, TimerHandle } from '../../api/clock.ts'

/** Options of {@link SilenceGuard}. */
export interface SilenceGuardOptions {
  readonly clock: Clock
  /** How long it may be silent; 0 for ever. */
  readonly silenceMs: number
  /** The caller's own stop. */
  readonly signal: AbortSignal
}

/**
 * Ends a watch or a list that died without saying so: a laptop slept, a proxy dropped the connection, a stream was cut
 * off behind a compressed part. Its signal aborts when the caller's does or when nothing was heard for too long.
 */
export class SilenceGuard {
  readonly #controller = new AbortController()
  readonly #clock: Clock
  #silenceMs: number
  readonly #callerSignal: AbortSignal
  readonly #abort = () => this.#controller.abort()
  #heardAt: number
  #timer: TimerHandle | undefined
  #expired = false
  #waiting = false

  constructor({ clock, silenceMs, signal }: SilenceGuardOptions) {
    this.#clock = clock
    this.#silenceMs = silenceMs
    this.#callerSignal = signal
    this.#heardAt = clock.now()
    if (signal.aborted) this.#abort()
    else signal.addEventListener('abort', this.#abort, { once: true })
    this.allowSilence(silenceMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whether silence ended it. */
  get expired(): boolean {
    return this.#expired
  }

  /** Something arrived. Costs no timer: the one that runs looks at the time when it fires. */
  heard(): void {
    this.#heardAt = this.#clock.now()
  }

  /** Begins or ceases to wait for a connection; until there is one, nothing can be heard. */
  wait(waiting: boolean): void {
    this.#waiting = waiting
    this.heard()
  }

  /** How long it may be silent from now on; 0 for ever. */
  allowSilence(silenceMs: number): void {
    this.#silenceMs = silenceMs
    this.#clock.clearTimeout(this.#timer)
    this.heard()
    if (silenceMs > 0) this.#arm(silenceMs)
  }

  /** Lets go of the timer and of the caller's signal. */
  release(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#callerSignal.removeEventListener('abort', this.#abort)
  }

  #arm(delayMs: number): void {
    this.#timer = this.#clock.setTimeout(() => {
      if (this.#waiting) this.heard()
      const left = this.#heardAt + this.#silenceMs - this.#clock.now()
      if (left > 0) this.#arm(left)
      else {
        this.#expired = true
        this.#abort()
      }
    }, delayMs)
  }
}
