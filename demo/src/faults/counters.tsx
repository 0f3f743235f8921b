import type { ReactNode } from 'react'
import { formatNumber } from '../ui/format-number.ts'
import type { ServerStatus } from './controls.ts'
import type { Steadiness } from './steadiness.ts'

interface CountersProps {
  readonly page: Steadiness
  readonly server: ServerStatus | undefined
}

const NOTHING_RECENT: Pick<ServerStatus['recent'], 'kinds' | 'seconds'> = { kinds: {}, seconds: 10 }

/** What the faults cost: on the page nothing, on the server some requests. */
export function Counters({ page, server }: CountersProps): ReactNode {
  const { kinds, seconds } = server?.recent ?? NOTHING_RECENT
  return (
    <dl className="counters" data-testid="counters">
      <Counter label="Rows lost" value={page.rowsLost} isStill testId="rows-lost" />
      <Counter label="Long tasks" value={page.longTasks} isStill testId="long-tasks" />
      <Counter label="Relists" value={page.relists} testId="relists" />
      <Counter label="Restarts" value={page.restarts} testId="restarts" />
      <Counter label="Events" value={page.events} testId="events" />
      <Counter label="Pods shown" value={page.objects} testId="page-pods" />
      {server?.pods && <Counter label="Pods served" value={server.pods.count} testId="server-pods" />}
      <Counter label="Open watches" value={server?.openWatches ?? 0} testId="open-watches" />
      <Counter label={`Lists in ${seconds} s`} value={kinds.list ?? 0} testId="lists" />
    </dl>
  )
}

interface CounterProps {
  readonly label: string
  readonly value: number
  /** Whether it should stay at 0. @default false */
  readonly isStill?: boolean
  readonly testId: string
}

function Counter({ label, value, isStill, testId }: CounterProps): ReactNode {
  const stillTone = value === 0 ? 'good' : 'bad'
  const tone = isStill ? stillTone : ''
  return (
    <div className={`counter ${tone}`}>
      <dt>{label}</dt>
      <dd data-testid={testId}>{formatNumber(value)}</dd>
    </div>
  )
}
