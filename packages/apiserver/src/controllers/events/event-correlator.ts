import type { Clock } from '@kube-informer/core'
import { RecentMap } from './recent-map.ts'

/** The number of objects and messages that are remembered. */
const REMEMBERED = 4_096
/** After so many different messages of a kind within the interval, they become one Event. */
const SIMILAR_LIMIT = 10
const SIMILAR_INTERVAL_MS = 600_000
/** The Events of one component about one object: this many at once, then one in five minutes. */
const BURST = 25
const REFILL_MS = 300_000

/** What identifies an Event. */
export interface EventFacts {
  readonly component: string
  readonly uid: string
  readonly fieldPath: string
  readonly type: string
  readonly reason: string
  readonly message: string
}

/** What a recorder does with an Event. */
export interface Correlated {
  /** The same for Events that are counted together. */
  readonly identity: string
  readonly message: string
}

/** Merges similar Events and limits how many there are of one object (client-go's `EventCorrelator`). */
export class EventCorrelator {
  readonly #clock: Clock
  readonly #similar = new RecentMap<string, { readonly messages: Set<string>; lastMs: number }>(REMEMBERED)
  readonly #budgets = new RecentMap<string, { tokens: number; lastMs: number }>(REMEMBERED)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Undefined if there are too many Events of this object. */
  correlate(facts: EventFacts): Correlated | undefined {
    if (!this.#spend(`${facts.component}/${facts.uid}`)) return undefined
    const { component, uid, fieldPath, type, reason, message } = facts
    const group = [component, uid, fieldPath, type, reason].join('\n')
    return this.#isTooMany(group, message)
      ? { identity: group, message: `(combined from similar events): ${message}` }
      : { identity: `${group}\n${message}`, message }
  }

  #isTooMany(group: string, message: string): boolean {
    const nowMs = this.#clock.now()
    const known = this.#similar.get(group)
    const isCurrent = known !== undefined && nowMs - known.lastMs <= SIMILAR_INTERVAL_MS
    const entry = isCurrent ? known : { messages: new Set<string>(), lastMs: nowMs }
    entry.lastMs = nowMs
    this.#similar.set(group, entry)
    if (entry.messages.size >= SIMILAR_LIMIT) return true
    entry.messages.add(message)
    return entry.messages.size >= SIMILAR_LIMIT
  }

  #spend(about: string): boolean {
    const nowMs = this.#clock.now()
    const known = this.#budgets.get(about) ?? { tokens: BURST, lastMs: nowMs }
    const tokens = Math.min(BURST, known.tokens + (nowMs - known.lastMs) / REFILL_MS)
    const isGranted = tokens >= 1
    this.#budgets.set(about, { tokens: isGranted ? tokens - 1 : tokens, lastMs: nowMs })
    return isGranted
  }
}
