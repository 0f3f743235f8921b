import { type Clock, type TimerHandle, UsageError } from '@kube-informer/core'
import { createHostTurn, type HostTurn } from './host-turn.ts'
import { type Timer, TimerHeap } from './timer-heap.ts'

/** Options of {@link FakeClock}. */
export interface FakeClockOptions {
  /** Where virtual time starts, in ms since the Unix epoch. @default 2026-01-01T00:00:00Z */
  readonly now?: number
  /**
   * How many turns of the host's event loop in a row must pass without a new timer or yield before the world
   * counts as quiet. Promise chains need one; each `MessagePort` hop needs one more.
   * @default 5
   */
  readonly quietTurns?: number
}

const START = Date.UTC(2026, 0, 1)
/** Past these numbers something re-arms itself for ever, and a clear error beats a test that hangs. */
const MAX_TIMERS_PER_INSTANT = 100_000
const MAX_TURNS_UNTIL_QUIET = 100_000

/**
 * Virtual time with one driver. Nothing moves by itself: {@link advance} runs due timers in the order of time, and
 * between two of them waits until the world is quiet.
 *
 * The rule of quiet: a turn of the host's event loop drains every promise chain, however long, so everything
 * that is made of promises and in-process streams ends within one turn. The driver takes turns until
 * `quietTurns` of them in a row saw no call of `setTimeout`, `clearTimeout` or `yieldToHost`. What waits for real
 * I/O (a socket, another thread) is outside of virtual time and is not waited for.
 *
 * @example
 * const clock = new FakeClock()
 * const server = createFakeApiserver({ clock })
 * await clock.advance(30 * 60_000) // half an hour of watch, in a blink
 */
export class FakeClock implements Clock {
  #now: number
  #order = 0
  #activity = 0
  #driver: Promise<void> = Promise.resolve()
  #yields: (() => void)[] = []
  readonly #timers = new TimerHeap()
  readonly #quietTurns: number
  readonly #hostTurn: HostTurn

  constructor({ now = START, quietTurns = 5 }: FakeClockOptions = {}) {
    this.#now = now
    this.#quietTurns = quietTurns
    this.#hostTurn = createHostTurn()
  }

  /** Timers that are set and neither ran nor were cleared: 0 after everything was stopped properly. */
  get pendingTimers(): number {
    return this.#timers.size
  }

  readonly now = (): number => this.#now

  readonly setTimeout = (callback: () => void, delayMs: number): TimerHandle => {
    this.#activity++
    const due = this.#now + Math.max(0, Number.isFinite(delayMs) ? delayMs : 0)
    const timer: Timer = { due, order: this.#order++, callback }
    this.#timers.add(timer)
    return timer
  }

  readonly clearTimeout = (handle: TimerHandle): void => {
    if (this.#timers.remove(handle as Timer)) this.#activity++
  }

  /** Resolves while the driver settles, in the order of the calls; takes no virtual time. */
  readonly yieldToHost = (): Promise<void> => {
    this.#activity++
    return new Promise(resolve => this.#yields.push(resolve))
  }

  /**
   * Moves time on by `ms`, running what falls due on the way. Calls queue up behind each other.
   * Rejects with what a timer's callback throws.
   */
  advance(ms: number): Promise<void> {
    const run = this.#driver.then(() => this.#advanceTo(this.#now + ms))
    this.#driver = run.catch(() => undefined)
    return run
  }

  /** Lets everything that is due now happen, without moving time. */
  settle(): Promise<void> {
    return this.advance(0)
  }

  async #advanceTo(target: number): Promise<void> {
    await this.#untilQuiet()
    let atThisInstant = 0
    for (;;) {
      const timer = this.#timers.takeDue(target)
      if (!timer) break
      atThisInstant = timer.due > this.#now ? 0 : atThisInstant + 1
      if (atThisInstant > MAX_TIMERS_PER_INSTANT)
        throw new UsageError('virtual time stands still: a timer sets itself again and again without a delay')
      this.#now = Math.max(this.#now, timer.due)
      timer.callback()
      await this.#untilQuiet()
    }
    this.#now = target
  }

  async #untilQuiet(): Promise<void> {
    let quiet = 0
    for (let turn = 0; quiet < this.#quietTurns; turn++) {
      if (turn > MAX_TURNS_UNTIL_QUIET)
        throw new UsageError('the world does not become quiet: something yields to the host for ever')
      const seen = this.#activity
      this.#releaseYields()
      await this.#hostTurn()
      quiet = this.#activity === seen ? quiet + 1 : 0
    }
  }

  #releaseYields(): void {
    if (this.#yields.length === 0) return
    const waiting = this.#yields
    this.#yields = []
    this.#activity++
    for (const resolve of waiting) resolve()
  }
}
