import type { Event } from '@kube-informer/core/resources'
import { useByIndex } from '@kube-informer/react'
import { CalendarClock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Age } from '../../ui/age.tsx'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ObjectLink } from '../object-link.tsx'
import type { OverviewProps } from '../overview/overview-props.ts'
import { ownedResources } from '../relations/owned-resources.ts'
import { useOwnedUids } from '../relations/use-owned-uids.ts'
import { useKindOf } from '../use-kind-of.ts'
import { type EventGroup, groupEvents } from './group-events.ts'

/** More than these are counted, and not shown. */
const LIMIT = 500
const NEWEST = { by: 'metadata.creationTimestamp', descending: true } as const

/** The Events about an object, the newest first. */
export function EventsTab({ kind, object }: OverviewProps): ReactNode {
  const [withOwned, setWithOwned] = useState(false)
  const namespace = object.metadata?.namespace
  const name = object.metadata?.name ?? ''
  const uid = object.metadata?.uid ?? ''
  const owned = useOwnedUids(kind, object, withOwned)
  // The kubelet reports about a Node by its name.
  const about = namespace === undefined ? [uid, name] : [uid, ...owned]
  const { data, total, isPending, error } = useByIndex('object', about, {
    resource: 'events',
    sort: NEWEST,
    window: { offset: 0, limit: LIMIT },
  })
  const groups = groupEvents(data)
  const canOwn = ownedResources(kind).length > 0
  return (
    <div className="events">
      <header className="panel-bar">
        <span className="muted">
          {total} Event{total === 1 ? '' : 's'}
          {total > LIMIT && `, of which the newest ${LIMIT} are shown`}
        </span>
        {canOwn && (
          <Switch label={`Also of what this ${kind.kind} owns`} checked={withOwned} onChange={setWithOwned} />
        )}
      </header>
      {error && <ErrorState error={error} attempt={{ verb: 'list', resource: 'events', namespace }} />}
      {!error && !isPending && groups.length === 0 && (
        <EmptyState icon={<CalendarClock size={22} aria-hidden />} title="No Events">
          The server keeps Events for an hour. New ones appear here.
        </EmptyState>
      )}
      <ol className="timeline">
        {groups.map(group => (
          <EventItem key={group.key} group={group} own={uid} />
        ))}
      </ol>
    </div>
  )
}

interface EventItemProps {
  readonly group: EventGroup
  /** The uid of the object that the page shows. */
  readonly own: string
}

function EventItem({ group, own }: EventItemProps): ReactNode {
  const { reason, isWarning, message, source, count, firstSeen, lastSeen, about } = group
  return (
    <li className={isWarning ? 'bad' : 'done'}>
      <header>
        <StatusDot tone={isWarning ? 'bad' : 'done'}>
          {isWarning && <span className="visually-hidden">Warning: </span>}
          {reason}
        </StatusDot>
        {count > 1 && <Badge>{count}×</Badge>}
        {about.uid !== own && <About about={about} />}
        <span className="muted when">
          <Age since={lastSeen} /> ago
          {count > 1 && (
            <>
              , first <Age since={firstSeen} /> ago
            </>
          )}
        </span>
      </header>
      <p>{message}</p>
      {source && <p className="muted">{source}</p>}
    </li>
  )
}

function About({ about }: { readonly about: Event['involvedObject'] }): ReactNode {
  const kindOf = useKindOf()
  const { apiVersion, kind, namespace, name } = about
  return (
    <span>
      <span className="muted">{kind}</span>{' '}
      <ObjectLink kind={kindOf(apiVersion, kind)} namespace={namespace} name={name ?? ''} />
    </span>
  )
}
