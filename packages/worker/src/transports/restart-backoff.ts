import type { Clock } from '@kube-informer/core'

const SECOND_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** Who has lived so long is healthy: the next pause is the first again. */
const HEALTHY_MS = 60_000

/** How long to wait before a host is started again. */
export class RestartBackoff {
  readonly #clock: Clock
  #startedAt = 0
  #failures = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A host was started just now. */
  started(): void {
    this.#startedAt = this.#clock.now()
  }

  /** The pause before the next start, in ms. */
  next(): number {
    if (this.#clock.now() - this.#startedAt >= HEALTHY_MS) this.#failures = 0
    const pause = Math.min(SECOND_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
    // At once the first time: a worker that has died once seldom dies again.
    return this.#failures++ > 0 ? pause : 0
  }
}
