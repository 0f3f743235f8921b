import type { Clock } from '@kube-informer/core'
import { Timer, withResolvers } from '@kube-informer/core/internal'

/** The time that a stop may take. */
export class GracePeriod {
  readonly #timer: Timer
  readonly #cut = withResolvers<false>()
  #isExceeded = false

  constructor(clock: Clock) {
    this.#timer = new Timer(clock)
  }

  /** Whether the period has passed. */
  get isExceeded(): boolean {
    return this.#isExceeded
  }

  /** Ends the period now, also before its start. */
  cut(): void {
    this.#cut.resolve(false)
  }

  /**
   * Resolves with whether the promise settled within the period.
   * @param periodMs 0 does not wait, a negative number waits without a limit
   */
  async wait(settling: Promise<void>, periodMs: number): Promise<boolean> {
    if (periodMs === 0) this.cut()
    else if (periodMs > 0) this.#timer.start(periodMs, () => this.#exceed())
    try {
      return await Promise.race([this.#cut.promise, settling.then(() => true)])
    } finally {
      this.#timer.stop()
    }
  }

  #exceed(): void {
    this.#isExceeded = true
    this.cut()
  }
}
