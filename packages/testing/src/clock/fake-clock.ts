import { type Clock, loadProtobuf, type TimerHandle, UsageError } from '@kube-informer/core'
import { loadProtobufEncoder } from '@kube-informer/core/protobuf'
import { createHostTick, type HostTick } from './host-tick.ts'
import { type Timer, TimerHeap } from './timer-heap.ts'

/** The time at the start. */
export interface FakeClockOptions {
  /** The start of virtual time, in ms since the Unix epoch. @default 2026-01-01T00:00:00Z */
  readonly now?: number
  /**
   * How many consecutive turns of the host's event loop without a new timer or yield count as quiet. Promise chains
   * need one turn; each `MessagePort` hop needs one more.
   * @default 5
   */
  readonly quietTicks?: number
}

const START = Date.UTC(2026, 0, 1)
/** Limits that detect endless loops: an error instead of a test that hangs. */
const MAX_TIMERS_PER_INSTANT = 100_000
const MAX_TICKS_UNTIL_QUIET = 100_000

/**
 * A virtual clock. Time advances only through {@link advance}, which runs due timers in order and waits between two of
 * them until pending work is complete.
 *
 * One turn of the host's event loop drains every promise chain, so all work made of promises and in-process streams
 * completes within a turn. The clock takes turns until `quietTicks` consecutive ones pass without a call of
 * `setTimeout`, `clearTimeout` or `yieldToHost`. Real I/O (sockets, other threads) is not part of virtual time and is
 * not waited for.
 *
 * @example
 * const clock = new FakeClock()
 * const server = createFakeApiserver({ clock })
 * await clock.advance(30 * 60_000) // half an hour
 */
export class FakeClock implements Clock {
  #now: number
  #order = 0
  #activity = 0
  #driver: Promise<void> = Promise.resolve()
  #yields: (() => void)[] = []
  readonly #timers = new TimerHeap()
  readonly #quietTicks: number
  readonly #hostTick: HostTick

  constructor({ now = START, quietTicks = 5 }: FakeClockOptions = {}) {
    this.#now = now
    this.#quietTicks = quietTicks
    this.#hostTick = createHostTick()
  }

  /** Timers that neither ran nor were cleared: 0 after everything was stopped properly. */
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

  /** Resolves while the clock settles, in call order, without advancing virtual time. */
  readonly yieldToHost = (): Promise<void> => {
    this.#activity++
    return new Promise(resolve => this.#yields.push(resolve))
  }

  /**
   * Advances time by `ms` and runs due timers. Concurrent calls run one after another. Rejects with the error of a
   * timer's callback.
   */
  advance(ms: number): Promise<void> {
    const run = this.#driver.then(() => this.#advanceTo(this.#now + ms))
    this.#driver = run.catch(() => undefined)
    return run
  }

  /** Runs everything that is due now, without advancing time. */
  settle(): Promise<void> {
    return this.advance(0)
  }

  async #advanceTo(target: number): Promise<void> {
    // Modules are loaded in real time. A client loads the first beside its requests, the fake apiserver the other for it.
    await Promise.all([loadProtobuf(), loadProtobufEncoder()])
    await this.#untilQuiet()
    let atThisInstant = 0
    for (;;) {
      const timer = this.#timers.takeDue(target)
      if (!timer) break
      atThisInstant = timer.due > this.#now ? 0 : atThisInstant + 1
      if (atThisInstant > MAX_TIMERS_PER_INSTANT)
        throw new UsageError(
          'virtual time does not advance: a timer restarts itself repeatedly without a delay',
        )
      this.#now = Math.max(this.#now, timer.due)
      timer.callback()
      await this.#untilQuiet()
    }
    this.#now = target
  }

  async #untilQuiet(): Promise<void> {
    let quiet = 0
    for (let tick = 0; quiet < this.#quietTicks; tick++) {
      if (tick > MAX_TICKS_UNTIL_QUIET)
        throw new UsageError('the work does not complete: something yields to the host in an endless loop')
      const seen = this.#activity
      this.#releaseYields()
      await this.#hostTick()
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
