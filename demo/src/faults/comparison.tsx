import type { Pod } from '@kube-informer/core/resources'
import { useLister } from '@kube-informer/react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { formatBytes } from '../ui/format-bytes.ts'
import { formatNumber } from '../ui/format-number.ts'
import { Select } from '../ui/select.tsx'
import { FrameMeter } from './frame-meter.tsx'
import { type NaiveSource, type NaiveTable, poll, watchNaively } from './naive-tables.ts'

type Way = 'off' | 'informer' | 'poll' | 'watch'

const WAYS = [
  { value: 'off', label: 'not running' },
  { value: 'informer', label: 'informer in a worker' },
  { value: 'poll', label: 'polling every 5 s' },
  { value: 'watch', label: 'watch with setState' },
] as const

const ROWS = 12
const WINDOW = { offset: 0, limit: ROWS }

interface ComparisonProps {
  readonly baseUrl: string
  /** The way that is shown at first. */
  readonly initial: Way
}

/** The same table fed in three ways, one at a time, since they share the thread of this page. */
export function Comparison({ baseUrl, initial }: ComparisonProps): ReactNode {
  const [way, setWay] = useState<Way>(initial)
  return (
    <section className="comparison" aria-label="Comparison">
      <h3>The same Pods, fed in another way</h3>
      <Select label="Fed by" value={way} options={WAYS} onValue={setWay} />
      {/* One key for both: two siblings with the same key would stay when the way changes. */}
      <Fragment key={way}>
        {way !== 'off' && <FrameMeter />}
        {way === 'informer' && <ByInformer />}
        {way === 'poll' && <ByNaiveSource baseUrl={baseUrl} source={poll} />}
        {way === 'watch' && <ByNaiveSource baseUrl={baseUrl} source={watchNaively} />}
      </Fragment>
    </section>
  )
}

function ByInformer(): ReactNode {
  const { data, total } = useLister({ resource: 'pods', window: WINDOW })
  return <Rows pods={data} total={total} />
}

interface ByNaiveSourceProps {
  readonly baseUrl: string
  readonly source: NaiveSource
}

function ByNaiveSource({ baseUrl, source }: ByNaiveSourceProps): ReactNode {
  const [state, setState] = useState<NaiveTable>({ pods: [], bytes: 0 })
  const [error, setError] = useState<Error>()
  useEffect(() => {
    const stop = new AbortController()
    source(baseUrl, setState, stop.signal).catch((failure: Error) => {
      if (!stop.signal.aborted) setError(failure)
    })
    return () => stop.abort()
  }, [baseUrl, source])
  return (
    <>
      {error && <p role="alert">It ended: {error.message}. Nothing starts it again.</p>}
      <p className="muted">{formatBytes(state.bytes)} read by the page</p>
      <Rows pods={state.pods.slice(0, ROWS)} total={state.pods.length} />
    </>
  )
}

interface RowsProps {
  readonly pods: readonly Pod[]
  readonly total: number
}

function Rows({ pods, total }: RowsProps): ReactNode {
  return (
    <table className="compared" data-testid="compared">
      <caption>{formatNumber(total)} Pods</caption>
      <tbody>
        {pods.map(({ metadata, status }) => (
          <tr key={metadata?.uid}>
            <td>{metadata?.name}</td>
            <td>{status?.phase}</td>
            <td>{metadata?.resourceVersion}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
