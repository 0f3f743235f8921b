import type { SliceFilter } from '@kube-informer/worker'
import type { Grouping } from '../kinds/columns/column.ts'
import type { Kind } from '../kinds/kind.ts'
import { type Rows, useRows } from './use-rows.ts'

interface CountsOptions {
  readonly namespaces: readonly string[] | undefined
  readonly filter: SliceFilter | undefined
  /** Undefined for no counts. */
  readonly grouping: Pick<Grouping, 'index'> | undefined
}

const NO_ROWS = { offset: 0, limit: 0 }

/** The number of matching objects, and how many have each value. The worker counts them; no row is sent. */
export function useCounts(kind: Kind, { namespaces, filter, grouping }: CountsOptions): Rows {
  return useRows(kind, {
    namespaces,
    filter,
    window: NO_ROWS,
    groupBy: grouping?.index,
    groupFiltered: true,
    enabled: grouping !== undefined,
  })
}
