import type { Event } from '@kube-informer/core/resources'
import { lastSeenOf } from '../../kinds/event.ts'

/** Events about one object with the same reason. */
export interface EventGroup {
  readonly key: string
  readonly reason: string
  readonly isWarning: boolean
  /** The last message. */
  readonly message: string
  readonly source: string
  /** How often it happened. */
  readonly count: number
  readonly firstSeen: string | undefined
  readonly lastSeen: string | undefined
  readonly about: Event['involvedObject']
}

const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text) || 0)
const firstSeenOf = ({ firstTimestamp, eventTime, metadata }: Event): string | undefined =>
  firstTimestamp ?? eventTime ?? metadata.creationTimestamp
const countOf = ({ series, count }: Event): number => series?.count ?? count ?? 1

/** One group for each object, type and reason: the one that happened last comes first. */
export function groupEvents(events: readonly Event[]): readonly EventGroup[] {
  const groups = new Map<string, EventGroup>()
  for (const event of events) {
    const { involvedObject: about, reason = '', type } = event
    const key = [about.kind, about.namespace, about.name, about.uid, type, reason].join('/')
    groups.set(key, join(groups.get(key), groupOf(event, key)))
  }
  return [...groups.values()].sort((a, b) => timeOf(b.lastSeen) - timeOf(a.lastSeen))
}

const groupOf = (event: Event, key: string): EventGroup => ({
  key,
  reason: event.reason ?? '',
  isWarning: event.type === 'Warning',
  message: event.message ?? '',
  source: event.reportingComponent || event.source?.component || '',
  count: countOf(event),
  firstSeen: firstSeenOf(event),
  lastSeen: lastSeenOf(event),
  about: event.involvedObject,
})

function join(one: EventGroup | undefined, other: EventGroup): EventGroup {
  if (one === undefined) return other
  const [newest, oldest] = timeOf(one.lastSeen) >= timeOf(other.lastSeen) ? [one, other] : [other, one]
  const first = timeOf(one.firstSeen) <= timeOf(other.firstSeen) ? one.firstSeen : other.firstSeen
  return { ...newest, count: newest.count + oldest.count, firstSeen: first }
}
