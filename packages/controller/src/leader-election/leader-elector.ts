import {
  type Clock,
  isAbort,
  isConflict,
  type Random,
  sleep,
  systemClock,
  UsageError,
} from '@kube-informer/core'
import { abortable, callSafely, onAbort } from '@kube-informer/core/internal'
import type { Runnable } from '../api/runnable.ts'
import { within } from '../api/within.ts'
import { ElapsedTime, type Moment } from './elapsed-time.ts'
import {
  checkElectorOptions,
  durationsOf,
  type ElectionDurations,
  JITTER_FACTOR,
  type LeaderElectorOptions,
} from './elector-options.ts'
import { LeadershipTerm, type TermEnd } from './leadership-term.ts'
import { LeaseAttempts } from './lease-attempts.ts'
import { LeaseLostError } from './lease-lost-error.ts'

/** The first delay after a Conflict of the release. */
const CONFLICT_DELAY_MS = 10

/**
 * Competes for a lease, and leads while it holds it (client-go `leaderelection.LeaderElector`). At most one of the processes
 * that compete for one lease leads at any time, as long as their clocks run at about the same speed.
 *
 * The leader's signal aborts before the lease can expire for others: at the latest `retryPeriodMs + renewDeadlineMs` after
 * the last successful renewal was sent, also if requests hang or the process was suspended.
 *
 * @example
 * const elector = new LeaderElector({
 *   lock: new LeaseLock({ client, namespace: 'ops', name: 'widgets', identity }),
 *   onStartedLeading: signal => controller.run(signal),
 *   onStoppedLeading: () => console.log('not leading'),
 * })
 * await elector.run(signal) // resolves on abort; rejects with a LeaseLostError if the lease is lost
 */
export class LeaderElector implements Runnable {
  readonly needsLeaderElection = false
  readonly #options: LeaderElectorOptions
  readonly #durations: ElectionDurations
  readonly #name: string
  readonly #clock: Clock
  readonly #random: Random
  readonly #time: ElapsedTime
  readonly #attempts: LeaseAttempts
  #isActive = false
  #reported = ''
  #term: LeadershipTerm | undefined

  /** Throws a UsageError with client-go's text for durations that are not safe, and for missing options. */
  constructor(options: LeaderElectorOptions) {
    const { lock, clock = systemClock, monotonicNow, random = Math.random, coordinated = false } = options
    this.#options = options
    this.#durations = durationsOf(options)
    checkElectorOptions(options, this.#durations)
    this.#name = options.name ?? lock.name
    this.#clock = clock
    this.#random = random
    this.#time = new ElapsedTime(clock, monotonicNow)
    this.#attempts = new LeaseAttempts({
      ...this.#durations,
      lock,
      clock,
      coordinated,
      time: this.#time,
      onSlowPath: () => options.metrics?.slowPathExercised(this.#name),
    })
    options.metrics?.setLeading(this.#name, false)
  }

  /** Whether this process leads. Checks the time: false as soon as the lease may have expired. */
  get isLeader(): boolean {
    return this.#term?.isRunning ?? false
  }

  /** The holder that was observed last; "" if there is none, or none was observed. */
  get leader(): string {
    return this.#attempts.observed.record.holderIdentity
  }

  /**
   * Throws if this process is the last observed holder and did not renew the lease until `maxTolerableMs` after it expired:
   * it should have ended by then.
   */
  check(maxTolerableMs: number): void {
    const { observed } = this.#attempts
    if (this.leader !== this.#options.lock.identity) return
    if (observed.ageMs > this.#durations.leaseDurationMs + maxTolerableMs)
      throw new Error(`failed election to renew leadership on lease ${this.#name}`)
  }

  /**
   * Waits for the lease and leads. Resolves when the signal has aborted and the leader's function has ended. Rejects with a
   * {@link LeaseLostError} if the lease is lost, and with the error of the leader's function if that throws.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#isActive) throw new UsageError(`the elector of lease ${this.#name} is running`)
    this.#isActive = true
    try {
      const acquiredAt = await this.#acquire(signal)
      if (acquiredAt) return await this.#lead(acquiredAt, signal)
      callSafely(this.#options.onStoppedLeading)
      if (this.#attempts.mayHold) await this.#release()
    } finally {
      this.#isActive = false
    }
  }

  /** Resolves with the time at which the acquiring write was sent, or with undefined after an abort. */
  async #acquire(signal: AbortSignal): Promise<Moment | undefined> {
    const { log, lock } = this.#options
    log?.info('attempting to acquire leader lease', { lock: lock.describe() })
    while (!signal.aborted) {
      try {
        const acquiredAt = await this.#attempts.acquire(signal)
        this.#reportLeader()
        // A process that was suspended meanwhile tries again.
        if (acquiredAt && !signal.aborted && this.#time.longestSince(acquiredAt) < this.#limitMs)
          return acquiredAt
      } catch (error) {
        if (!signal.aborted) log?.error('failed to acquire lease', error, { lock: lock.describe() })
      }
      const waitMs = this.#durations.retryPeriodMs * (1 + this.#random() * JITTER_FACTOR)
      await sleep(this.#clock, waitMs, signal)
    }
    return undefined
  }

  async #lead(renewedAt: Moment, signal: AbortSignal): Promise<void> {
    const term = this.#newTerm(renewedAt)
    const unsubscribe = onAbort(signal, reason => term.end({ type: 'cancelled', reason }))
    const work = term.isRunning ? this.#startWork(term) : Promise.resolve()
    const end = await this.#renewUntilEnd(term)
    unsubscribe()
    const hasStopped = await this.#hasSettled(work)
    // Little is left of a lost lease, and its holder may be another process: nothing is sent.
    if (end.type !== 'lost' && hasStopped) await this.#release()
    if (end.type !== 'cancelled') throw end.reason
  }

  #newTerm(renewedAt: Moment): LeadershipTerm {
    const term = new LeadershipTerm({
      clock: this.#clock,
      time: this.#time,
      limitMs: this.#limitMs,
      renewedAt,
      onEnd: end => this.#stopped(end),
    })
    this.#term = term
    return term
  }

  /** How long a leadership lasts after a renewal was sent. */
  get #limitMs(): number {
    const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = this.#durations
    // Candidates reckon with the whole seconds of the lease.
    return Math.min(retryPeriodMs + renewDeadlineMs, Math.floor(leaseDurationMs / 1000) * 1000)
  }

  async #startWork(term: LeadershipTerm): Promise<void> {
    const { lock, log, metrics, onStartedLeading } = this.#options
    metrics?.setLeading(this.#name, true)
    lock.recordEvent('became leader')
    log?.info('successfully acquired lease', { lock: lock.describe() })
    try {
      await onStartedLeading(term.signal)
    } catch (error) {
      if (term.isRunning) term.end({ type: 'failed', reason: error })
      else if (!isAbort(error) && error !== term.signal.reason)
        log?.error("the leader's function failed while it stopped", error, { lock: lock.describe() })
    }
  }

  async #renewUntilEnd(term: LeadershipTerm): Promise<TermEnd> {
    for (;;) {
      await sleep(this.#clock, this.#durations.retryPeriodMs, term.signal)
      if (term.isRunning) await this.#renewOnce(term)
      if (term.ended) return term.ended
    }
  }

  async #renewOnce(term: LeadershipTerm): Promise<void> {
    try {
      term.renewed(await this.#attempts.renew(term.signal))
    } catch (error) {
      if (error instanceof LeaseLostError) term.end({ type: 'lost', reason: error })
      else term.renewalFailed(error)
    }
    this.#reportLeader()
  }

  /** The signal has aborted already. */
  #stopped(end: TermEnd): void {
    const { lock, log, metrics, onStoppedLeading } = this.#options
    callSafely(onStoppedLeading)
    metrics?.setLeading(this.#name, false)
    lock.recordEvent('stopped leading')
    if (end.type === 'lost') log?.error('failed to renew lease', end.reason, { lock: lock.describe() })
  }

  async #hasSettled(work: Promise<void>): Promise<boolean> {
    const { log, lock } = this.#options
    try {
      await within(this.#durations.stopTimeoutMs, { clock: this.#clock }, signal => abortable(work, signal))
      return true
    } catch (error) {
      log?.error("the leader's function did not end; the lease is not released", error, {
        lock: lock.describe(),
      })
      return false
    }
  }

  /** Gives the lease up if that is wanted and this process still holds it. Tries for as long as a renewal. */
  async #release(): Promise<void> {
    const { releaseOnCancel, lock, log } = this.#options
    if (!releaseOnCancel) return
    try {
      await within(this.#durations.renewDeadlineMs, { clock: this.#clock }, signal =>
        this.#releaseUntil(signal),
      )
    } catch (error) {
      log?.error('failed to release lease', error, { lock: lock.describe() })
    }
    this.#reportLeader()
  }

  async #releaseUntil(signal: AbortSignal): Promise<void> {
    const { retryPeriodMs } = this.#durations
    for (let delayMs = CONFLICT_DELAY_MS; ; delayMs = Math.min(delayMs * 2, retryPeriodMs)) {
      try {
        return await this.#attempts.release(signal)
      } catch (error) {
        signal.throwIfAborted()
        await sleep(this.#clock, isConflict(error) ? delayMs : retryPeriodMs, signal)
      }
    }
  }

  #reportLeader(): void {
    const { leader } = this
    if (leader === this.#reported) return
    this.#reported = leader
    callSafely(() => this.#options.onNewLeader?.(leader))
  }
}
