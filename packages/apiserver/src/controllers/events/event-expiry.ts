import type { Clock } from '@kube-informer/core'

/** How long a server keeps an Event after its last write (`--event-ttl`), in ms. */
const EVENT_TTL_MS = 3_600_000

/** Removes Events some time after their last write. There is a timer only while there are Events. */
export class EventExpiry {
  readonly #clock: Clock
  readonly #remove: (key: string) => void
  /** When each Event was written last; the oldest first. */
  readonly #written = new Map<string, number>()
  #isScheduled = false

  constructor(clock: Clock, remove: (this: void, key: string) => void) {
    this.#clock = clock
    this.#remove = remove
  }

  /** Notes a write of an Event. */
  written(key: string): void {
    this.#written.delete(key)
    this.#written.set(key, this.#clock.now())
    this.#schedule()
  }

  #schedule(): void {
    const [oldest] = this.#written.values()
    if (oldest === undefined || this.#isScheduled) return
    this.#isScheduled = true
    this.#clock.setTimeout(() => this.#expire(), oldest + EVENT_TTL_MS - this.#clock.now())
  }

  #expire(): void {
    this.#isScheduled = false
    const latest = this.#clock.now() - EVENT_TTL_MS
    for (const [key, writtenMs] of this.#written) {
      if (writtenMs > latest) break
      this.#written.delete(key)
      this.#remove(key)
    }
    this.#schedule()
  }
}
