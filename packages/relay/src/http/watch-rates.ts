import type { Clock } from '@kube-informer/core'
import { ExpiringMap } from '@kube-informer/core/internal'
import { WatchRate } from './watch-rate.ts'

export interface WatchRatesOptions {
  readonly perSecond: number
  readonly burst: number
  /** The part of both that one user may take. */
  readonly userShare: number
  readonly clock: Clock
}

/** Users whose rate is known at the same time. */
const MAX_USERS = 10_000
const SHARE_USED = 'this user opened too many watches in a second'
/** How long a rate is known after its last watch, at least: the longest delay that a reader is asked for. */
const KNOWN_MS = 60_000

/** The rate at which all watches open, and that of each user. */
export class WatchRates {
  readonly #options: WatchRatesOptions
  readonly #all: WatchRate
  readonly #users: ExpiringMap<string, WatchRate>
  #refused = 0

  constructor(options: WatchRatesOptions) {
    const { clock } = options
    this.#options = options
    this.#all = new WatchRate(options)
    this.#users = new ExpiringMap({ clock, capacity: MAX_USERS })
  }

  /** Number of watches that were refused. */
  get refused(): number {
    return this.#all.refused + this.#refused
  }

  /** Takes the slot of a watch whose reader is not known yet. Throws a 429 with the time to return if there is none. */
  take(): WatchSlot {
    this.#all.take()
    return new WatchSlot(this.#all, user => this.#takeShare(user))
  }

  #takeShare(user: string): WatchRate {
    const { perSecond, burst, userShare, clock } = this.#options
    const share = { perSecond: perSecond * userShare, burst: Math.max(1, burst * userShare) }
    const rate = this.#users.get(user) ?? new WatchRate({ ...share, message: SHARE_USED, clock })
    // A rate that has been full again for a while says nothing.
    this.#users.set(user, rate, Math.max(KNOWN_MS, (1000 * share.burst) / share.perSecond || 0))
    const { refused } = rate
    try {
      rate.take()
      return rate
    } finally {
      this.#refused += rate.refused - refused
    }
  }
}

/** The slot of one watch in the rates. */
export class WatchSlot {
  readonly #rates: WatchRate[]
  readonly #takeShare: (user: string) => WatchRate
  #isUsed = false

  constructor(all: WatchRate, takeShare: (user: string) => WatchRate) {
    this.#rates = [all]
    this.#takeShare = takeShare
  }

  /** Takes a part of the user's share. Throws a 429 if there is none. */
  takeShare(user: string): void {
    this.#rates.push(this.#takeShare(user))
  }

  /** The watch has opened: its slot is not given back. */
  use(): void {
    this.#isUsed = true
  }

  /** Gives the slot back, unless the watch has opened. Call it once. */
  release(): void {
    if (!this.#isUsed) for (const rate of this.#rates) rate.giveBack()
  }
}
