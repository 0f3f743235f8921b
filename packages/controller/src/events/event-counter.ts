import type { Event } from '@kube-informer/core/resources'
import type { KeyedEvent } from './event-aggregator.ts'
import { MAX_KEYS } from './event-keys.ts'
import { LruMap } from './lru-map.ts'

/** What is known of the first of equal events. */
type FirstEvent = Pick<Event, 'metadata' | 'firstTimestamp' | 'count'>

/** Gives an event that equals an earlier one its name and a higher count (client-go `record.eventLogger`). */
export class EventCounter {
  readonly #first = new LruMap<string, FirstEvent>(MAX_KEYS)

  count({ event, key }: KeyedEvent): Event {
    const first = this.#first.get(key)
    const counted: Event = first
      ? {
          ...event,
          metadata: first.metadata,
          count: (first.count ?? 0) + 1,
          ...(first.firstTimestamp && { firstTimestamp: first.firstTimestamp }),
        }
      : event
    const { metadata, firstTimestamp, count } = counted
    this.#first.set(key, { metadata, ...(firstTimestamp && { firstTimestamp }), ...(count && { count }) })
    return counted
  }
}
