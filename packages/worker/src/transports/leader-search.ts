import type { Clock, Random, TimerHandle } from '@kube-informer/core'
import { randomId } from '@kube-informer/core/internal'

/**
 * How long a search waits before it assumes that there is no leader. An idle worker responds at once; a busy one after
 * a long task.
 */
const ANSWER_MS = 4000
/** The same, if the leader has not responded for a long time already. */
const LAST_CHANCE_MS = 1500
/** Jitter: tabs wait for different times, so that two of them do not preempt the same leader and then each other. */
const SPREAD = 0.5

export interface LeaderSearchOptions {
  readonly clock: Clock
  readonly random: Random
  /** Sends a search to all tabs. */
  readonly send: (follower: string) => void
  /** No leader has responded in time. The search continues. */
  readonly onTimeout: () => void
}

/** Searches for the leader until it is ended, and reports when there is no response. */
export class LeaderSearch {
  readonly #options: LeaderSearchOptions
  #follower: string | undefined
  #timer: TimerHandle
  #answerMs = ANSWER_MS
  #patience = false

  constructor(options: LeaderSearchOptions) {
    this.#options = options
  }

  /** The name of this search, new for each one, since a channel is used once. Undefined while there is no search. */
  get follower(): string | undefined {
    return this.#follower
  }

  /** `wasSilent`: this tab has already waited for the leader that it had. Idempotent. */
  begin(wasSilent = false): void {
    if (this.#follower) return
    this.#answerMs = wasSilent ? LAST_CHANCE_MS : ANSWER_MS
    this.#follower = randomId(this.#options.random)
    this.#round()
  }

  /** Sends the search again: there is a new leader. */
  send(): void {
    if (this.#follower) this.#options.send(this.#follower)
  }

  /** A response is pending. */
  wait(): void {
    this.#patience = true
  }

  /** Idempotent. */
  end(): void {
    this.#follower = undefined
    this.#options.clock.clearTimeout(this.#timer)
  }

  #round(): void {
    const { clock, random } = this.#options
    this.#patience = false
    this.send()
    this.#timer = clock.setTimeout(() => this.#onTimer(), this.#answerMs * (1 + random() * SPREAD))
  }

  #onTimer(): void {
    const silent = !this.#patience
    this.#round()
    if (silent) this.#options.onTimeout()
  }
}
