import type { Clock, TimerHandle } from '../../api/clock.ts'
import type { ReconnectBus, Wait } from './reconnect-bus.ts'

/** Options of {@link IdleTimeout}. */
export interface IdleTimeoutOptions {
  readonly clock: Clock
  /** How long it may be silent; 0 for ever. */
  readonly timeoutMs: number
  /** The caller's own stop. */
  readonly signal: AbortSignal
  /** By which it may be given up. @default only silence ends it */
  readonly reconnectBus?: ReconnectBus | undefined
  /** It is given up only where nothing was heard for this long. @default 0: at once */
  readonly graceMs?: number | undefined
}

/**
 * Ends a watch or a list that died without saying so: a laptop slept, a proxy dropped the connection, a stream was cut
 * off behind a compressed part. Its signal aborts when the caller's does, when nothing was heard for too long, or when a
 * reconnect gives it up.
 */
export class IdleTimeout implements Wait {
  readonly #controller = new AbortController()
  readonly #clock: Clock
  #timeoutMs: number
  readonly #callerSignal: AbortSignal
  readonly #abort = () => this.#controller.abort()
  #heardAt: number
  #timer: TimerHandle | undefined
  #graceMs: number
  #probe: TimerHandle | undefined
  readonly #leave: (() => void) | undefined
  #expired = false
  #givenUp = false
  #waiting = false
  #isAnswered = false

  constructor({ clock, timeoutMs, signal, reconnectBus, graceMs = 0 }: IdleTimeoutOptions) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#graceMs = graceMs
    this.#leave = reconnectBus?.add(this)
    this.#callerSignal = signal
    this.#heardAt = clock.now()
    if (signal.aborted) this.#abort()
    else signal.addEventListener('abort', this.#abort, { once: true })
    this.restart(timeoutMs)
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
  restart(timeoutMs: number, graceMs: number = this.#graceMs): void {
    this.#timeoutMs = timeoutMs
    this.#graceMs = graceMs
    this.#clock.clearTimeout(this.#timer)
    this.#heardAt = this.#clock.now()
    if (timeoutMs > 0) this.#arm(timeoutMs)
  }

  /**
   * What stands in line for a connection keeps its place: there is nothing yet that could be dead. What has been heard
   * of lately is given the rest of its patience to be heard of again.
   */
  giveUp(isRepeated: boolean): void {
    if (this.#waiting || (isRepeated && this.#isAnswered)) return
    const heardAt = this.#heardAt
    const left = heardAt + this.#graceMs - this.#clock.now()
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
      const left = this.#heardAt + this.#timeoutMs - this.#clock.now()
      if (left > 0) this.#arm(left)
      else {
        this.#expired = true
        this.#abort()
      }
    }, delayMs)
  }
}
