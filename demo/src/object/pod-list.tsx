import type { Pod } from '@kube-informer/core/resources'
import { pods } from '@kube-informer/core/resources'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readyOf, restartsOf } from '../kinds/pod.ts'
import { statusOf } from '../kinds/status.ts'
import { useLinks } from '../navigation/links.ts'
import type { TableSearch } from '../navigation/search.ts'
import { Age } from '../ui/age.tsx'
import { StatusDot } from '../ui/badge.tsx'
import { ObjectLink } from './object-link.tsx'

/** How many Pods such a list shows. */
export const POD_WINDOW = { offset: 0, limit: 30 } as const

interface PodListProps {
  readonly label: string
  /** At most those of the window. */
  readonly data: readonly Pod[]
  readonly total: number
  /** The table with all of them. */
  readonly search: TableSearch
  readonly empty: string
}

/** Some Pods, with a link to the table of all. */
export function PodList({ label, data, total, search, empty }: PodListProps): ReactNode {
  const links = useLinks()
  if (total === 0) return <p className="muted">{empty}</p>
  return (
    <>
      <table className="plain-table" aria-label={label}>
        <thead>
          <tr>
            <th>Name</th>
            <th>Status</th>
            <th className="wide">Ready</th>
            <th className="wide">Restarts</th>
            <th>Age</th>
          </tr>
        </thead>
        <tbody>
          {data.map(pod => (
            <PodRow key={pod.metadata?.uid} pod={pod} />
          ))}
        </tbody>
      </table>
      {total > data.length && (
        <Link {...links.table(pods, search)} className="more">
          Show all {total} Pods
        </Link>
      )}
    </>
  )
}

function PodRow({ pod }: { readonly pod: Pod }): ReactNode {
  const status = statusOf(pods, pod)
  const { namespace, name, creationTimestamp } = pod.metadata ?? {}
  const { ready, wanted } = readyOf(pod)
  return (
    <tr>
      <td>
        <ObjectLink kind={pods} namespace={namespace} name={name ?? ''} />
      </td>
      <td>{status && <StatusDot tone={status.tone}>{status.text}</StatusDot>}</td>
      <td className="wide">{`${ready}/${wanted}`}</td>
      <td className="wide">{restartsOf(pod)}</td>
      <td>
        <Age since={creationTimestamp} />
      </td>
    </tr>
  )
}
