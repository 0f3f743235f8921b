import { type Clock, sleep } from '../../api/clock.ts'

/** Calls that come closer together than this are one reconnect: a page that wakes says so in several ways. */
const SUCCESSION_MS = 1_000

/** Something that a Reflector waits for, and that may be given up. */
export interface Wait {
  /**
   * Ends it, unless it has a reason to go on.
   *
   * @param isRepeated whether a reconnect lies just behind: what has been answered since then lives
   */
  giveUp(isRepeated: boolean): void
}

/** Gives up, when asked from outside, whatever a Reflector waits for in that moment. */
export class ReconnectBus {
  readonly #clock: Clock
  readonly #waits = new Set<Wait>()
  /** Absent before the start. */
  #signal: AbortSignal | undefined
  #lastAt = Number.NEGATIVE_INFINITY
  #isDue = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** From now on, until the signal aborts, calls have an effect. */
  start(signal: AbortSignal): void {
    this.#signal = signal
  }

  /** Adds something that may be given up; returns its own undo. */
  add(wait: Wait): () => void {
    this.#waits.add(wait)
    return () => this.#waits.delete(wait)
  }

  /**
   * Gives up what is waited for now. A call that comes shortly after another one is kept until a second has passed
   * since: it concerns only what has not been answered by then.
   */
  reconnect(): void {
    const signal = this.#signal
    if (!signal || signal.aborted || this.#isDue) return
    const passedMs = this.#clock.now() - this.#lastAt
    if (passedMs >= 0 && passedMs < SUCCESSION_MS) void this.#repeat(SUCCESSION_MS - passedMs, signal)
    else this.#giveUp(false)
  }

  async #repeat(delayMs: number, signal: AbortSignal): Promise<void> {
    this.#isDue = true
    await sleep(this.#clock, delayMs, signal)
    this.#isDue = false
    if (!signal.aborted) this.#giveUp(true)
  }

  #giveUp(isRepeated: boolean): void {
    this.#lastAt = this.#clock.now()
    for (const wait of [...this.#waits]) wait.giveUp(isRepeated)
  }
}
