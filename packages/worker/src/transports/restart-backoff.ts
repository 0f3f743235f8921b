import type { Clock } from '@kube-informer/core'

const SECOND_PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000
/** A host that has run this long is healthy: the backoff starts again. */
const HEALTHY_MS = 60_000

/** The backoff between starts of a host. */
export class RestartBackoff {
  readonly #clock: Clock
  #startedAt = 0
  #failures = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A host was started now. */
  started(): void {
    this.#startedAt = this.#clock.now()
  }

  /** The pause before the next start, in ms. */
  next(): number {
    if (this.#clock.now() - this.#startedAt >= HEALTHY_MS) this.#failures = 0
    const pause = Math.min(SECOND_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS)
    // No pause for the first restart: most workers that end do so once.
    return this.#failures++ > 0 ? pause : 0
  }
}
