import type { KubernetesObject } from '@kube-informer/core'
import type { SliceFilter } from '@kube-informer/worker'
import type { ReactNode } from 'react'
import { ActionBar } from '../actions/action-bar.tsx'
import type { Kind } from '../kinds/kind.ts'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/format-number.ts'
import { useSelectedObjects } from './use-selected-objects.ts'
import type { Selection } from './use-selection.ts'

export interface BulkBarProps {
  readonly kind: Kind
  readonly selection: Selection
  /** All rows that match the filter. */
  readonly total: number
  readonly namespaces: readonly string[] | undefined
  readonly filter: SliceFilter | undefined
  /** The rows that the page has. */
  readonly loaded: readonly KubernetesObject[]
}

/** What can be done with the selected rows. */
export function BulkActions(props: BulkBarProps): ReactNode {
  const { kind, selection, total } = props
  const { count, clear, selectAll } = selection
  const objects = useSelectedObjects(kind, selection, props)
  return (
    <section className="bulk-bar" aria-label="Selected rows" data-testid="bulk-bar">
      {count < total && (
        <Button variant="quiet" onClick={selectAll}>
          Select all {formatNumber(total)}
        </Button>
      )}
      <ActionBar kind={kind} selection={objects} onDone={clear} />
    </section>
  )
}
