import type { Clock, Random, TimerHandle } from '@kube-informer/core'
import { randomId } from '../wire/random-id.ts'

/** Whoever is not answered for so long has no leader. A worker answers at once; a busy one after a long task. */
const ANSWER_MS = 4000
/** The same, where the leader has been silent for a long time already. */
const LAST_CHANCE_MS = 1500
/** Part of these by which tabs differ, so that two of them do not preempt the same leader, and then each other. */
const SPREAD = 0.5

/** What {@link LeaderSearch} takes. */
export interface LeaderSearchOptions {
  readonly clock: Clock
  readonly random: Random
  /** Asks everybody who leads. */
  readonly ask: (follower: string) => void
  /** Nobody answered for some seconds. The search goes on. */
  readonly onSilence: () => void
}

/** Asks for the leader until told to end, and notices when nobody answers. */
export class LeaderSearch {
  readonly #options: LeaderSearchOptions
  #follower: string | undefined
  #timer: TimerHandle
  #answerMs = ANSWER_MS
  #patience = false

  constructor(options: LeaderSearchOptions) {
    this.#options = options
  }

  /** Who asks: another name for each search, since a channel is used once. Undefined: nobody does. */
  get follower(): string | undefined {
    return this.#follower
  }

  /** `wasSilent`: this tab has waited long enough for the leader that it knew. Idempotent. */
  begin(wasSilent = false): void {
    if (this.#follower) return
    this.#answerMs = wasSilent ? LAST_CHANCE_MS : ANSWER_MS
    this.#follower = randomId(this.#options.random)
    this.#round()
  }

  /** Asks once more: somebody new may answer. */
  ask(): void {
    if (this.#follower) this.#options.ask(this.#follower)
  }

  /** Somebody says that an answer is on its way. */
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
    this.ask()
    this.#timer = clock.setTimeout(() => this.#judge(), this.#answerMs * (1 + random() * SPREAD))
  }

  #judge(): void {
    const silent = !this.#patience
    this.#round()
    if (silent) this.#options.onSilence()
  }
}
