import { type ReactNode, useSyncExternalStore } from 'react'
import { EventsChart } from './events-chart.tsx'
import { Fact } from './fact.tsx'
import { HostFacts } from './host-facts.tsx'
import type { VitalsStore } from './vitals.ts'

const numbers = new Intl.NumberFormat('en')
const round = (value: number): string => numbers.format(Math.round(value))

const LINKS = { connecting: 'connecting', live: 'live', retrying: 'retrying', stopped: 'stopped' } as const

/** The state of the informer, and the frame rate of the page. */
export function StatusLine({ vitals }: { readonly vitals: VitalsStore }): ReactNode {
  const { status, eventsPerSecond, framesPerSecond, history } = useSyncExternalStore(
    vitals.subscribe,
    vitals.getSnapshot,
  )
  const { objects, relists, restarts } = status.counters
  return (
    <footer className="status-line">
      <span className={`link ${status.link}`} data-testid="status-link" data-link={status.link}>
        {LINKS[status.link]}
      </span>
      <Fact label="data" testId="status-data" value={status.data} data={{ 'data-state': status.data }} />
      <Fact label="objects" testId="status-objects" value={numbers.format(objects)} />
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
