import { useLister } from '@kube-informer/react'
import { useState } from 'react'
import { Failure } from './failure.tsx'

const PAGE = 50

/** A page of thousands of Pods: filtered, sorted and counted by the worker, which sends the rows on screen only. */
export function PodTable() {
  const [text, setText] = useState('')
  const [offset, setOffset] = useState(0)
  const { data, total, window, groups, isPending, error } = useLister({
    resource: 'pods',
    filter: { text },
    sort: [{ by: 'status.phase' }, { by: 'metadata.name', as: 'natural' }],
    window: { offset, limit: PAGE },
    // A filter that leaves two rows shows them, although the window starts further down.
    clampWindow: true,
    groupBy: 'namespace',
    groupFiltered: true,
  })
  const start = window?.offset ?? 0
  if (isPending) return <p>Loading…</p>
  return (
    <>
      <Failure error={error} />
      <input aria-label="Filter" value={text} onChange={event => setText(event.target.value)} />
      <p>{groups?.map(({ value, count }) => `${value} ${count}`).join(', ')}</p>
      <table>
        <caption>{`${start + 1} to ${start + data.length} of ${total} Pods`}</caption>
        <tbody>
          {data.map(({ metadata, status }) => (
            <tr key={metadata?.uid}>
              <td>{metadata?.namespace}</td>
              <td>{metadata?.name}</td>
              <td>{status?.phase}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" disabled={start === 0} onClick={() => setOffset(start - PAGE)}>
        Previous
      </button>
      <button type="button" disabled={start + data.length >= total} onClick={() => setOffset(start + PAGE)}>
        Next
      </button>
    </>
  )
}
