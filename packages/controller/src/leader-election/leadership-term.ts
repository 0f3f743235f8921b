import type { Clock } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'
import { guardSignal } from '../api/guarded-signal.ts'
import type { ElapsedTime, Moment } from './elapsed-time.ts'
import { LeaseLostError } from './lease-lost-error.ts'

/** Why a term ended: the caller's signal aborted, the lease was lost, or the leader's function rejected. */
export type TermEnd =
  | { readonly type: 'cancelled'; readonly reason: unknown }
  | { readonly type: 'lost'; readonly reason: LeaseLostError }
  | { readonly type: 'failed'; readonly reason: unknown }

export interface LeadershipTermOptions {
  readonly clock: Clock
  readonly time: ElapsedTime
  /** How long the leadership lasts after a renewal was sent. */
  readonly limitMs: number
  /** When the write was sent that acquired the lease. */
  readonly renewedAt: Moment
  /** Called once, right after the signal has aborted. */
  readonly onEnd: (end: TermEnd) => void
}

/**
 * One leadership, from the acquisition to its end. It ends by itself when no renewal succeeds in time. The time counts from
 * the moment at which a renewal was sent: a candidate cannot have seen it earlier.
 */
export class LeadershipTerm {
  /** Aborts when the term ends. */
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #time: ElapsedTime
  readonly #limitMs: number
  readonly #onEnd: LeadershipTermOptions['onEnd']
  readonly #timer: Timer
  #renewedAt: Moment
  #lastError: unknown
  #end: TermEnd | undefined

  constructor({ clock, time, limitMs, renewedAt, onEnd }: LeadershipTermOptions) {
    this.#time = time
    this.#limitMs = limitMs
    this.#onEnd = onEnd
    this.#timer = new Timer(clock)
    this.#renewedAt = renewedAt
    this.signal = guardSignal(this.#controller.signal, () => this.isRunning)
    this.#startTimer()
  }

  /** Checks the time first, and ends a term whose time is over. */
  get isRunning(): boolean {
    if (!this.#end && this.#remainingMs <= 0)
      this.end({
        type: 'lost',
        reason: new LeaseLostError('the lease could not be renewed in time', this.#lastError),
      })
    return !this.#end
  }

  get ended(): TermEnd | undefined {
    return this.#end
  }

  /** Extends the term after a successful renewal that was sent at this moment. */
  renewed(sentAt: Moment): void {
    if (this.#end) return
    this.#renewedAt = sentAt
    this.#lastError = undefined
    this.#startTimer()
  }

  /** Notes why a renewal failed; the term goes on until its time is over. */
  renewalFailed(error: unknown): void {
    this.#lastError = error
  }

  /** Ends the term; the first call counts. */
  end(end: TermEnd): void {
    if (this.#end) return
    this.#end = end
    this.#timer.stop()
    this.#controller.abort(end.reason)
    this.#onEnd(end)
  }

  get #remainingMs(): number {
    return this.#limitMs - this.#time.longestSince(this.#renewedAt)
  }

  #startTimer(): void {
    // A timer may fire early by a part of a millisecond.
    this.#timer.start(Math.ceil(this.#remainingMs), () => {
      if (this.isRunning) this.#startTimer()
    })
  }
}
