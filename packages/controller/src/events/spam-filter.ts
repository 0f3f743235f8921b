import type { Clock } from '@kube-informer/core'
import type { Event } from '@kube-informer/core/resources'
import { MAX_KEYS, spamKey } from './event-keys.ts'
import { LruMap } from './lru-map.ts'

const BURST = 25
const MS_PER_TOKEN = 300_000

interface Bucket {
  tokens: number
  filledAt: number
}

/**
 * A token bucket for each key, by default for each object, type and source: 25 events at once, and one more every 5 minutes (client-go
 * `record.EventSourceObjectSpamFilter`).
 */
export class SpamFilter {
  readonly #clock: Pick<Clock, 'now'>
  readonly #keyOf: (event: Event) => string
  readonly #buckets = new LruMap<string, Bucket>(MAX_KEYS)

  /** @param keyOf what events have in common that share a bucket */
  constructor(clock: Pick<Clock, 'now'>, keyOf: (event: Event) => string = spamKey) {
    this.#clock = clock
    this.#keyOf = keyOf
  }

  /** Whether the event may be written. Takes a token if so. */
  accepts(event: Event): boolean {
    const key = this.#keyOf(event)
    const now = this.#clock.now()
    const bucket = this.#buckets.get(key) ?? { tokens: BURST, filledAt: now }
    // A clock that was set back adds no tokens.
    const elapsed = Math.max(0, now - bucket.filledAt)
    const tokens = Math.min(BURST, bucket.tokens + elapsed / MS_PER_TOKEN)
    const isAccepted = tokens >= 1
    this.#buckets.set(key, { tokens: isAccepted ? tokens - 1 : tokens, filledAt: now })
    return isAccepted
  }
}
