import { type Clock, sleep } from '../../api/clock.ts'

/** Calls closer together than this count as one: a page that wakes fires several events. */
const COALESCE_MS = 1_000

/** What a reconnect interrupts. */
export interface ReconnectOptions {
  /** Whether a watch that was opened a moment ago is replaced too, and a list in flight repeated at once. @default false */
  readonly force?: boolean | undefined
}

/** A request or a pause of a Reflector that a reconnect may end. */
export interface Reconnectable {
  /**
   * Ends the request or the pause, unless it has a reason to continue.
   *
   * @param isRepeated whether another reconnect happened just before: a request that was answered since then continues
   * @param isForced whether a request that receives data ends, too
   */
  reconnect(isRepeated: boolean, isForced?: boolean): void
}

/** Ends, on request, every pending request and pause of a Reflector. */
export class ReconnectBus {
  readonly #clock: Clock
  readonly #members = new Set<Reconnectable>()
  /** Undefined before the start. */
  #signal: AbortSignal | undefined
  #lastAt = Number.NEGATIVE_INFINITY
  #isScheduled = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls of `reconnect` have an effect from now on, until the signal aborts. */
  start(signal: AbortSignal): void {
    this.#signal = signal
  }

  /** Adds a member; returns the function that removes it. */
  add(member: Reconnectable): () => void {
    this.#members.add(member)
    return () => this.#members.delete(member)
  }

  /**
   * Ends every pending request and pause. A call within a second of another one is deferred until the second has passed,
   * and then affects only requests that have not been answered; with `force`, it is neither deferred nor limited.
   */
  reconnect({ force }: ReconnectOptions = {}): void {
    const signal = this.#signal
    if (!signal || signal.aborted || (this.#isScheduled && !force)) return
    const elapsedMs = this.#clock.now() - this.#lastAt
    if (!force && elapsedMs >= 0 && elapsedMs < COALESCE_MS)
      void this.#repeat(COALESCE_MS - elapsedMs, signal)
    else this.#emit(false, force)
  }

  async #repeat(delayMs: number, signal: AbortSignal): Promise<void> {
    this.#isScheduled = true
    await sleep(this.#clock, delayMs, signal)
    this.#isScheduled = false
    if (!signal.aborted) this.#emit(true)
  }

  #emit(isRepeated: boolean, force?: boolean): void {
    this.#lastAt = this.#clock.now()
    for (const member of [...this.#members]) member.reconnect(isRepeated, force)
  }
}
