import type { Clock, Status } from '@kube-informer/core'
import { BinaryHeap, Timer } from '@kube-informer/core/internal'
import type { AccessAttributes } from '../api/access-attributes.ts'
import type { Access, AccessCheck } from './access-check.ts'
import type { ReaderContext } from './reader-context.ts'
import type { RelayWatch, RelayWatchHost } from './relay-watch.ts'

/** Checks that may be in flight at the same time. */
const CONCURRENT_CHECKS = 64
/** A check without an answer is repeated after this time, */
const RETRY_MS = 1000
/** at most this many times. */
const MAX_FAILURES = 3

export interface RunningWatchesOptions {
  readonly check: AccessCheck
  readonly clock: Clock
  /** The Status that ends a watch. */
  readonly statusOf: (problem: 'unknown' | 'unchecked' | Access, attributes: AccessAttributes) => Status
}

/**
 * The open watches of a relay. Each is checked again when the answers that allowed it no longer hold, and ends with an
 * ERROR event if its reader is no longer known or allowed, or if that cannot be found out.
 */
export class RunningWatches {
  readonly #options: RunningWatchesOptions
  readonly #timer: Timer
  readonly #schedule = new BinaryHeap<RelayWatch>({
    less: (a, b) => a.checkAt < b.checkAt,
    onMove: (running, index) => {
      running.slot = index
    },
  })
  readonly #open = new Set<RelayWatch>()
  readonly #stopping = new AbortController()
  #inFlight = 0
  #epoch = 0

  constructor(options: RunningWatchesOptions) {
    this.#options = options
    this.#timer = new Timer(options.clock)
  }

  get size(): number {
    return this.#open.size
  }

  /** Whether every reader has taken all events, no watch is ending, and no check is in flight. */
  get areDrained(): boolean {
    if (this.#inFlight > 0) return false
    for (const watch of this.#open) if (watch.hasUnread || watch.isOver) return false
    return true
  }

  /** What identifies the readers of the open watches. */
  get contexts(): ReadonlySet<ReaderContext | undefined> {
    return new Set([...this.#open].map(({ context }) => context))
  }

  /** When the next access has to be checked; infinite without watches. */
  get nextCheckAt(): number {
    return this.#schedule.peek()?.checkAt ?? Number.POSITIVE_INFINITY
  }

  /** Changes with each {@link checkAll}. Read before the access of a watch is checked. */
  get epoch(): number {
    return this.#epoch
  }

  /**
   * Adds a watch.
   *
   * @param checkedUntil how long the answers that allowed it hold
   * @param epoch the epoch before they were requested
   */
  add(watch: RelayWatch, checkedUntil: number, epoch: number): void {
    // Earlier answers may have lost their validity while the watch opened.
    watch.checkAt = epoch === this.#epoch ? checkedUntil : this.#options.clock.now()
    this.#open.add(watch)
    this.#plan(watch)
  }

  /** Removes a watch. Idempotent. */
  remove(watch: RelayWatch): void {
    this.#open.delete(watch)
    if (watch.slot >= 0) this.#schedule.removeAt(watch.slot)
    watch.slot = -1
    if (this.#schedule.size === 0) this.#timer.stop()
  }

  /** Ends the watches of a host with an ERROR event. */
  failAll(host: RelayWatchHost, status: Status): void {
    for (const watch of this.#open) if (watch.host === host) watch.fail(status)
  }

  /** Checks all watches now: earlier answers may no longer hold. */
  checkAll(): void {
    const now = this.#options.clock.now()
    this.#epoch++
    for (const running of this.#open) {
      running.checkAt = now
      if (running.slot < 0) continue
      this.#schedule.removeAt(running.slot)
      this.#schedule.push(running)
    }
    this.#checkDue()
  }

  /** Ends all watches, and starts no further check. */
  stop(): void {
    this.#stopping.abort()
    this.#timer.stop()
    for (const watch of this.#open) watch.end()
  }

  #plan(running: RelayWatch): void {
    this.#schedule.push(running)
    this.#wait()
  }

  #wait(): void {
    const next = this.#schedule.peek()
    if (!next || this.#inFlight >= CONCURRENT_CHECKS || this.#stopping.signal.aborted) return
    const delay = Math.max(0, next.checkAt - this.#options.clock.now())
    this.#timer.start(delay, () => this.#checkDue())
  }

  #checkDue(): void {
    const now = this.#options.clock.now()
    while (this.#inFlight < CONCURRENT_CHECKS) {
      const next = this.#schedule.peek()
      if (!next || next.checkAt > now) break
      this.#schedule.pop()
      next.slot = -1
      this.#inFlight++
      this.#check(next).finally(() => {
        this.#inFlight--
        this.#checkDue()
      })
    }
    this.#wait()
  }

  async #check(running: RelayWatch): Promise<void> {
    const { clock } = this.#options
    const askedAt = clock.now()
    running.checkAt = Number.POSITIVE_INFINITY
    const result = await this.#ask(running)
    if (!this.#open.has(running) || this.#stopping.signal.aborted) return
    if (result === 'unanswered') {
      if (++running.failures > MAX_FAILURES) this.#fail(running, 'unchecked')
      else this.#planAgain(running, clock.now() + RETRY_MS)
    } else if (result === 'unknown' || !result.decision.allowed) this.#fail(running, result)
    else {
      running.failures = 0
      this.#planAgain(running, Math.max(result.checkedUntil, askedAt + 1))
    }
  }

  async #ask({ request, context, attributes }: RelayWatch): Promise<Access | 'unknown' | 'unanswered'> {
    const { check } = this.#options
    const { signal } = this.#stopping
    try {
      const identity = await check.identify(request, signal, context)
      return identity ? await check.decide(identity, attributes, signal) : 'unknown'
    } catch {
      return 'unanswered'
    }
  }

  /** `checkAll` may have asked for another check during this one. */
  #planAgain(running: RelayWatch, checkAt: number): void {
    running.checkAt = Math.min(running.checkAt, checkAt)
    this.#plan(running)
  }

  #fail(running: RelayWatch, problem: Parameters<RunningWatchesOptions['statusOf']>[0]): void {
    this.remove(running)
    running.fail(this.#options.statusOf(problem, running.attributes))
  }
}
