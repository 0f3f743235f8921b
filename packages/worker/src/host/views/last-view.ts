import type { HeldView } from '../held-view/held-view.ts'
import { FixedRows } from '../slices/fixed-rows.ts'
import type { RowOrder } from '../slices/row-order.ts'

/**
 * A copy of the present state of a view whose rows the server denies, shown until those of a narrower scope replace them. It
 * has no resourceVersion: a quiet narrower scope may not reach the one of the wider scope for minutes.
 */
export function lastOf({ view, status, countGroups }: HeldView, order: RowOrder): HeldView {
  const { error: _, ...rest } = status
  const groups = countGroups?.()
  return {
    view: new FixedRows(view.rows(), order),
    status: rest,
    coveredResourceVersion: '',
    newestResourceVersion: '',
    countGroups: groups && (() => groups),
    release: () => {},
  }
}
