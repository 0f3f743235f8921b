import type { Clock } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'

const EVERY_MS = 100

/** Requests progress from a source periodically, as long as there are waiters. */
export class ProgressRequester {
  readonly #timer: Timer
  readonly #request: () => void
  #waiting = 0

  constructor(clock: Clock, request: () => void) {
    this.#timer = new Timer(clock)
    this.#request = request
  }

  /** Adds a waiter, until {@link remove}. */
  add(): void {
    this.#waiting++
    if (!this.#timer.isPending) this.#tick()
  }

  remove(): void {
    this.#waiting--
    if (this.#waiting <= 0) this.#timer.stop()
  }

  #tick(): void {
    // The timer first: the source may respond within the call, which may remove the last waiter.
    this.#timer.start(EVERY_MS, () => this.#tick())
    this.#request()
  }
}
