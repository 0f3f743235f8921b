import type { Clock } from '@kube-informer/core'
import { onAbort, Timer } from '@kube-informer/core/internal'

export interface IdleAbortOptions {
  readonly clock: Clock
  /** How long no data may arrive. */
  readonly timeoutMs: number
  /** The caller's signal. */
  readonly signal: AbortSignal
}

/** Ends a request whose connection is dead without an error: its signal aborts when no data arrives for too long. */
export class IdleAbort {
  readonly #controller = new AbortController()
  readonly #clock: Clock
  readonly #timer: Timer
  readonly #unsubscribe: () => void
  #timeoutMs: number
  #lastActivityAt: number
  #isIdle = false
  #isSuspended = false

  constructor({ clock, timeoutMs, signal }: IdleAbortOptions) {
    this.#clock = clock
    this.#timer = new Timer(clock)
    this.#timeoutMs = timeoutMs
    this.#lastActivityAt = clock.now()
    this.#unsubscribe = onAbort(signal, reason => this.#controller.abort(reason))
    this.#start(timeoutMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whether the signal aborted because no data arrived. */
  get isIdle(): boolean {
    return this.#isIdle
  }

  /** Data arrived. Starts no timer: the running one compares times when it fires. */
  refresh(): void {
    this.#lastActivityAt = this.#clock.now()
  }

  /** Suspends the timeout while the request waits for a connection, or resumes it. */
  suspend(isSuspended: boolean): void {
    this.#isSuspended = isSuspended
    this.refresh()
  }

  /** Starts again with another timeout. */
  restart(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs
    this.refresh()
    this.#start(timeoutMs)
  }

  /** Ends the request. */
  abort(): void {
    this.#controller.abort()
  }

  /** Stops the timer and unsubscribes from the caller's signal. */
  dispose(): void {
    this.#timer.stop()
    this.#unsubscribe()
  }

  #start(delayMs: number): void {
    this.#timer.start(delayMs, () => {
      if (this.#isSuspended) this.refresh()
      const leftMs = this.#lastActivityAt + this.#timeoutMs - this.#clock.now()
      if (leftMs > 0) {
        this.#start(leftMs)
        return
      }
      this.#isIdle = true
      this.#controller.abort()
    })
  }
}
