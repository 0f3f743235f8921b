import { type Clock, isResourceExpired, isTooLargeResourceVersion } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'

export interface QuietCheckOptions {
  readonly clock: Clock
  /** How long a watch receives nothing before the server is asked, and asked again, in milliseconds. */
  readonly quietMs: number
  /** Rejects with the server's error if it does not have the resourceVersion that the watch waits for. */
  readonly verify: (signal: AbortSignal) => Promise<void>
  /** Called once, with that error. */
  readonly onRestored: (error: unknown) => void
}

/**
 * Asks the server for its resourceVersion while a watch receives nothing. A server that was restored from a backup sends
 * nothing until it has reached the resourceVersion of the watch, and then continues with a gap. A connection that is lost
 * without an error cannot tell either.
 */
export class QuietCheck {
  readonly #options: QuietCheckOptions
  readonly #timer: Timer
  readonly #stopping = new AbortController()
  #lastActivityAt: number

  constructor(options: QuietCheckOptions) {
    this.#options = options
    this.#timer = new Timer(options.clock)
    this.#lastActivityAt = options.clock.now()
    this.#start(options.quietMs)
  }

  /** Data arrived. Starts no timer: the running one compares times when it fires. */
  refresh(): void {
    this.#lastActivityAt = this.#options.clock.now()
  }

  stop(): void {
    this.#timer.stop()
    this.#stopping.abort()
  }

  #start(delayMs: number): void {
    const { clock, quietMs } = this.#options
    this.#timer.start(delayMs, () => {
      const leftMs = this.#lastActivityAt + quietMs - clock.now()
      if (leftMs > 0) this.#start(leftMs)
      else void this.#ask()
    })
  }

  async #ask(): Promise<void> {
    const { quietMs, verify, onRestored } = this.#options
    const { signal } = this.#stopping
    try {
      await verify(signal)
    } catch (error) {
      // Without an answer, nothing is known.
      if (!signal.aborted && (isTooLargeResourceVersion(error) || isResourceExpired(error)))
        return onRestored(error)
    }
    if (!signal.aborted) this.#start(quietMs)
  }
}
