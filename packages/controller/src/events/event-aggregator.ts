import type { Clock } from '@kube-informer/core'
import type { Event } from '@kube-informer/core/resources'
import { aggregateKey, eventKey, MAX_KEYS } from './event-keys.ts'
import type { EventNames } from './event-names.ts'
import { time } from './event-times.ts'
import { LruMap } from './lru-map.ts'

/** So many messages have events of their own. Further ones are combined, and need no memory. */
const MAX_MESSAGES = 9
/** A longer pause ends the combination. */
const MAX_PAUSE_MS = 600_000

interface Group {
  readonly messages: Set<string>
  lastAt: number
}

/** An event and the key under which equal ones are counted. */
export interface KeyedEvent {
  readonly event: Event
  readonly key: string
}

/**
 * Replaces events that differ in their message only by a combined one, from the 10th message on (client-go
 * `record.EventAggregator`).
 */
export class EventAggregator {
  readonly #clock: Pick<Clock, 'now'>
  readonly #names: EventNames
  readonly #groups = new LruMap<string, Group>(MAX_KEYS)

  constructor(clock: Pick<Clock, 'now'>, names: EventNames) {
    this.#clock = clock
    this.#names = names
  }

  aggregate(event: Event): KeyedEvent {
    const key = aggregateKey(event)
    const { messages } = this.#groupOf(key)
    const message = event.message ?? ''
    if (messages.size < MAX_MESSAGES) messages.add(message)
    return messages.has(message) ? { event, key: eventKey(event) } : { event: this.#combined(event), key }
  }

  #groupOf(key: string): Group {
    const now = this.#clock.now()
    const group = this.#groups.get(key)
    if (group && now - group.lastAt <= MAX_PAUSE_MS) {
      group.lastAt = now
      return group
    }
    const created: Group = { messages: new Set(), lastAt: now }
    this.#groups.set(key, created)
    return created
  }

  #combined(event: Event): Event {
    const now = this.#clock.now()
    return {
      ...event,
      metadata: { ...event.metadata, name: this.#names.next(event.involvedObject.name ?? '', now) },
      count: 1,
      firstTimestamp: time(now),
      lastTimestamp: time(now),
      message: `(combined from similar events): ${event.message ?? ''}`,
    }
  }
}
