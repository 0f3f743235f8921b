import type { Clock } from '../../api/clock.ts'
import { onAbort } from '../../api/on-abort.ts'
import { Timer } from '../../internal/timer.ts'
import type { Reconnectable, ReconnectBus } from './reconnect-bus.ts'

type Cause = 'idle' | 'slept' | 'lost' | 'yielded' | 'reconnect' | 'aborted'

/** A timer that is later than this tells that the machine slept, or that the tab was frozen. */
const LATE_MS = 10_000

export interface IdleTimeoutOptions {
  readonly clock: Clock
  /** How long no data may arrive; 0 for no limit. */
  readonly timeoutMs: number
  /** The caller's signal. */
  readonly signal: AbortSignal
  /** Ends the request on a reconnect. @default only the timeout and the caller end it */
  readonly reconnectBus?: ReconnectBus | undefined
  /** A reconnect ends the request only if no data arrived for this long. @default 0: at once */
  readonly graceMs?: number | undefined
}

/**
 * Ends a request whose connection is dead without an error, for example after a sleep of the machine. Its signal aborts
 * with the caller's signal, when no data arrives for too long, or on a reconnect.
 */
export class IdleTimeout implements Reconnectable {
  readonly #controller = new AbortController()
  readonly #clock: Clock
  readonly #timer: Timer
  readonly #graceTimer: Timer
  readonly #unsubscribe: readonly ((() => void) | undefined)[]
  #timeoutMs: number
  #graceMs: number
  #lastActivityAt: number
  #postponedTo = 0
  #cause: Cause | undefined
  #isSuspended = false
  #isAnswered = false

  constructor({ clock, timeoutMs, signal, reconnectBus, graceMs = 0 }: IdleTimeoutOptions) {
    this.#clock = clock
    this.#timer = new Timer(clock)
    this.#graceTimer = new Timer(clock)
    this.#timeoutMs = timeoutMs
    this.#graceMs = graceMs
    this.#lastActivityAt = clock.now()
    this.#unsubscribe = [onAbort(signal, () => this.#end('aborted')), reconnectBus?.add(this)]
    this.restart(timeoutMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What aborted the signal; undefined while nothing has. */
  get cause(): Cause | undefined {
    return this.#cause
  }

  /** Data arrived. Starts no timer: the running one compares times when it fires. */
  refresh(): void {
    this.#isAnswered = true
    this.#lastActivityAt = this.#clock.now()
  }

  /** The connection was lost, or left to another request. */
  lose(cause: 'lost' | 'yielded'): void {
    this.#end(cause)
  }

  /** The request is sent again after a delay, which does not count as silence. */
  postpone(delayMs: number): void {
    this.#postponedTo = this.#clock.now() + delayMs
  }

  /** Suspends the timeout while the request waits for a connection, or resumes it. */
  suspend(isSuspended: boolean): void {
    this.#isSuspended = isSuspended
    this.#lastActivityAt = this.#clock.now()
  }

  /** Starts again with another timeout (0 for no limit) and grace period. */
  restart(timeoutMs: number, graceMs: number = this.#graceMs): void {
    this.#timeoutMs = timeoutMs
    this.#graceMs = graceMs
    this.#timer.stop()
    this.#lastActivityAt = this.#clock.now()
    if (timeoutMs > 0) this.#start(timeoutMs)
  }

  /**
   * Ends the request, unless it still waits for a connection. If data arrived recently, it ends at the end of the grace
   * period, unless more data arrives by then, or the reconnect is forced.
   */
  reconnect(isRepeated: boolean, isForced?: boolean): void {
    if (this.#isSuspended || (isRepeated && this.#isAnswered)) return
    const lastActivityAt = this.#lastActivityAt
    const leftMs = lastActivityAt + this.#graceMs - this.#clock.now()
    const endIfIdle = () => {
      if (this.#lastActivityAt === lastActivityAt) this.#end('reconnect')
    }
    if (leftMs > 0 && !isForced) this.#graceTimer.start(leftMs, endIfIdle)
    else {
      this.#graceTimer.stop()
      endIfIdle()
    }
  }

  /** Stops the timers and unsubscribes from the caller's signal and the reconnect bus. */
  dispose(): void {
    this.#timer.stop()
    this.#graceTimer.stop()
    for (const unsubscribe of this.#unsubscribe) unsubscribe?.()
  }

  #end(cause: Cause): void {
    this.#cause ??= cause
    this.#controller.abort()
  }

  #start(delayMs: number): void {
    const dueAt = this.#clock.now() + delayMs
    this.#timer.start(delayMs, () => {
      const now = this.#clock.now()
      if (this.#isSuspended) this.#lastActivityAt = now
      const leftMs = Math.max(this.#lastActivityAt, this.#postponedTo) + this.#timeoutMs - now
      if (leftMs > 0) this.#start(leftMs)
      else this.#end(now - dueAt > LATE_MS ? 'slept' : 'idle')
    })
  }
}
