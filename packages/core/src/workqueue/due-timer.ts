import type { Clock } from '../api/clock.ts'
import type { SteadyTime } from '../internal/steady-time.ts'
import { Timer } from '../internal/timer.ts'

/**
 * The longest timeout (client-go `maxWait`). The clock is read again after it, in case it was changed or the process was
 * suspended. It is also far below the longest timeout of the hosts, 24.8 days, past which they call back at once.
 */
const MAX_TIMEOUT_MS = 10_000

/** Calls back when the earliest of many times is due, or earlier. One timeout serves all of them. */
export class DueTimer {
  readonly #time: SteadyTime
  readonly #timer: Timer
  readonly #onDue: () => void
  #wakesAt = 0

  /**
   * @param time the times of `wakeAt`
   * @param onDue handles what is due, and calls {@link wakeAt} with the next time
   */
  constructor(clock: Clock, time: SteadyTime, onDue: () => void) {
    this.#time = time
    this.#timer = new Timer(clock)
    this.#onDue = onDue
  }

  /** Calls back at this time, or earlier. */
  wakeAt(dueAt: number): void {
    if (this.#timer.isPending && this.#wakesAt <= dueAt) return
    const now = this.#time.now()
    const timeoutMs = Math.min(Math.max(0, dueAt - now), MAX_TIMEOUT_MS)
    this.#wakesAt = now + timeoutMs
    this.#timer.start(timeoutMs, this.#onDue)
  }

  stop(): void {
    this.#timer.stop()
  }
}
