import type { Clock, TimerHandle } from '../../api/clock.ts'
import type { Reconnects, Wait } from './reconnects.ts'

/** Options of {@link SilenceGuard}. */
export interface SilenceGuardOptions {
  readonly clock: Clock
  /** How long it may be silent; 0 for ever. */
  readonly silenceMs: number
  /** The caller's own stop. */
  readonly signal: AbortSignal
  /** By which it may be given up. @default only silence ends it */
  readonly reconnects?: Reconnects | undefined
  /** It is given up only where nothing was heard for this long. @default 0: at once */
  readonly patienceMs?: number | undefined
}

/**
 * Ends a watch or a list that died without saying so: a laptop slept, a proxy dropped the connection, a stream was cut
 * off behind a compressed part. Its signal aborts when the caller's does, when nothing was heard for too long, or when a
 * reconnect gives it up.
 */
export class SilenceGuard implements Wait {
  readonly #controller = new AbortController()
  readonly #clock: Clock
  #silenceMs: number
  readonly #callerSignal: AbortSignal
  readonly #abort = () => this.#controller.abort()
  #heardAt: number
  #timer: TimerHandle | undefined
  #patienceMs: number
  #probe: TimerHandle | undefined
  readonly #leave: (() => void) | undefined
  #expired = false
  #givenUp = false
  #waiting = false
  #isAnswered = false

  constructor({ clock, silenceMs, signal, reconnects, patienceMs = 0 }: SilenceGuardOptions) {
    this.#clock = clock
    this.#silenceMs = silenceMs
    this.#patienceMs = patienceMs
    this.#leave = reconnects?.add(this)
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

  /** Whether a reconnect ended it. */
  get givenUp(): boolean {
    return this.#givenUp
  }

  /** Something arrived. Costs no timer: the one that runs looks at the time when it fires. */
  heard(): void {
    this.#isAnswered = true
    this.#heardAt = this.#clock.now()
  }

  /** Begins or ceases to wait for a connection; until there is one, nothing can be heard. */
  wait(waiting: boolean): void {
    this.#waiting = waiting
    this.#heardAt = this.#clock.now()
  }

  /** How long it may be silent from now on, 0 for ever; and how long for a reconnect to leave it alone. */
  allowSilence(silenceMs: number, patienceMs: number = this.#patienceMs): void {
    this.#silenceMs = silenceMs
    this.#patienceMs = patienceMs
    this.#clock.clearTimeout(this.#timer)
    this.#heardAt = this.#clock.now()
    if (silenceMs > 0) this.#arm(silenceMs)
  }

  /**
   * What stands in line for a connection keeps its place: there is nothing yet that could be dead. What has been heard
   * of lately is given the rest of its patience to be heard of again.
   */
  giveUp(isRepeated: boolean): void {
    if (this.#waiting || (isRepeated && this.#isAnswered)) return
    const heardAt = this.#heardAt
    const left = heardAt + this.#patienceMs - this.#clock.now()
    this.#clock.clearTimeout(this.#probe)
    const endIfSilent = () => {
      if (this.#heardAt !== heardAt) return
      this.#givenUp = true
      this.#abort()
    }
    if (left > 0) this.#probe = this.#clock.setTimeout(endIfSilent, left)
    else endIfSilent()
  }

  /** Lets go of the timers and of the caller's signal. */
  release(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#clock.clearTimeout(this.#probe)
    this.#leave?.()
    this.#callerSignal.removeEventListener('abort', this.#abort)
  }

  #arm(delayMs: number): void {
    this.#timer = this.#clock.setTimeout(() => {
      if (this.#waiting) this.#heardAt = this.#clock.now()
      const left = this.#heardAt + this.#silenceMs - this.#clock.now()
      if (left > 0) this.#arm(left)
      else {
        this.#expired = true
        this.#abort()
      }
    }, delayMs)
  }
}
