import type { ListerWatcher, Row } from '@kube-informer/core'
import type { Slice } from '../../api/subscription.ts'
import type { RequestFirstPage } from '../held-view/held-view.ts'
import { byNamespaceAndName } from '../slices/row-order.ts'

/**
 * The request for the first page of a slice, which a page shows while the complete list is in flight. Undefined for a slice
 * whose first rows need not be those of the list: one with an offset or an anchor, a filter, a sort or groups.
 */
export function firstPageRequest(
  { window, target, filter, sort, groupBy }: Slice,
  listerWatcher: ListerWatcher<Row>,
): RequestFirstPage | undefined {
  const isAll = (target?.type ?? 'all') === 'all'
  if (!isAll || !window || 'anchor' in window) return undefined
  const { offset = 0, limit } = window
  if (offset > 0 || limit === 0) return undefined
  if (filter || isSorted(sort) || groupBy !== undefined) return undefined
  return async signal => {
    try {
      const { items, metadata } = await listerWatcher.list({ limit }, { signal })
      // Servers send no count for lists with a selector.
      const remaining = metadata.continue ? metadata.remainingItemCount : 0
      if (remaining === undefined) return undefined
      const rows = items.toSorted(byNamespaceAndName)
      const resourceVersion = metadata.resourceVersion ?? ''
      return { resourceVersion, rows, total: items.length + remaining, window: { offset, limit } }
    } catch {
      // The complete list reports the same error.
      return undefined
    }
  }
}

/** An empty list of keys is the default order. */
const isSorted = (sort: Slice['sort']): boolean =>
  sort !== undefined && (!('length' in sort) || sort.length > 0)
