import type { ResourceDefinition } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { formatNumber } from '../ui/format-number.ts'
import { EventsChart } from './events-chart.tsx'
import { Fact } from './fact.tsx'
import { HostFacts } from './host-facts.tsx'
import { createVitals } from './vitals.ts'

const round = (value: number): string => formatNumber(Math.round(value))

const LINKS = { connecting: 'connecting', live: 'live', retrying: 'retrying', stopped: 'stopped' } as const

interface StatusLineProps {
  /** The kind that is shown. */
  readonly kind: ResourceDefinition
  /** The namespace that is shown, if it is one. */
  readonly namespace: string | undefined
}

/** The state of the shown kind's informer, and the frame rate of the page. Another kind or namespace needs another key. */
export function StatusLine({ kind, namespace }: StatusLineProps): ReactNode {
  const connection = useConnection()
  const [vitals] = useState(() => createVitals(connection as never, kind, namespace))
  const { status, eventsPerSecond, framesPerSecond, history } = useSyncExternalStore(
    vitals.subscribe,
    vitals.getSnapshot,
  )
  const { objects, relists, restarts } = status.counters
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, also with keys
    <footer className="status-line" tabIndex={0}>
      <span className={`link ${status.link}`} data-testid="status-link" data-link={status.link}>
        {LINKS[status.link]}
      </span>
      <Fact label="data" testId="status-data" value={status.data} data={{ 'data-state': status.data }} />
      <Fact label="objects" testId="status-objects" value={formatNumber(objects)} />
      <Fact label="RV" testId="status-rv" value={status.resourceVersion || '–'} />
      {relists + restarts > 0 && (
        <Fact label="relists / restarts" testId="status-restarts" value={`${relists} / ${restarts}`} />
      )}
      <HostFacts />
      <span className="spring" />
      <Fact label="events/s" testId="status-events" value={round(eventsPerSecond)} />
      <EventsChart history={history} />
      <Fact label="fps" testId="fps" value={round(framesPerSecond)} />
    </footer>
  )
}
