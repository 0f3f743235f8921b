import { isForbidden, type ListProgress } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { pluralOf } from '../kinds/plural.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatNumber } from '../ui/format-number.ts'
import type { Rows } from './use-rows.ts'

interface TableNoticeProps {
  readonly kind: Kind
  readonly rows: Rows
  readonly total: number
  readonly namespaces: readonly string[] | undefined
  readonly isFiltered: boolean
  readonly onClearFilter: () => void
}

/** What is shown instead of rows, or beside them where they are not complete or not current. */
export function TableNotice(props: TableNoticeProps): ReactNode {
  const { kind, rows, total, namespaces, isFiltered, onClearFilter } = props
  const { error, status, isPending, progress } = rows
  const connection = useConnection()
  const resource = kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`
  const where = namespaces?.length === 1 ? namespaces[0] : undefined
  if (error && total === 0)
    return (
      <ErrorState
        error={error}
        attempt={{ verb: 'list', resource, namespace: where }}
        onRetry={() => connection.reconnect()}
      />
    )
  if (error) return <Banner tone="bad">{isForbidden(error) ? partlyForbidden(error) : error.message}</Banner>
  if (isPending) return progress ? <Progress kind={kind} progress={progress} /> : null
  if (progress) return <Progress kind={kind} progress={progress} />
  if (status.link === 'retrying')
    return (
      <Banner tone="wait">
        The connection to the server is lost. These rows are the last ones; it is tried again.
      </Banner>
    )
  if (rows.fetchStatus === 'paused')
    return <Banner tone="wait">This page is offline. These rows are the last ones.</Banner>
  if (total > 0) return null
  if (isFiltered)
    return (
      <EmptyState
        title="Nothing matches the filter"
        actions={<Button onClick={onClearFilter}>Clear the filter</Button>}
      />
    )
  const scope = namespaces === undefined ? 'in this cluster' : `in ${namespaces.join(', ')}`
  return <EmptyState title={`No ${pluralOf(kind.kind)} ${scope}`}>New ones appear here at once.</EmptyState>
}

/** The rows of the other namespaces are shown. */
const partlyForbidden = ({ message }: Error): string => `Some namespaces are not shown: ${message}`

function Banner({ tone, children }: { readonly tone: string; readonly children: ReactNode }): ReactNode {
  return (
    <p role="status" className={`table-banner ${tone}`}>
      {children}
    </p>
  )
}

/** The progress of a list: a share if the server reported the total, otherwise the received count. */
function Progress({ kind, progress }: { readonly kind: Kind; readonly progress: ListProgress }): ReactNode {
  const { received, expected } = progress
  const of = expected === undefined ? '' : ` of ${formatNumber(expected)}`
  return (
    <div
      className={expected === undefined ? 'table-progress busy' : 'table-progress'}
      role="progressbar"
      aria-label={`Receiving ${kind.plural}`}
      aria-valuemin={0}
      aria-valuenow={received}
      aria-valuemax={expected}
      aria-valuetext={`${formatNumber(received)}${of}`}
      data-testid="progress"
      style={{ '--done': expected ? Math.min(1, received / expected) : 0 }}
    >
      <span>
        {formatNumber(received)}
        {of} received
      </span>
    </div>
  )
}
