import type { SliceSort, SortOf } from '@kube-informer/worker'
import type { informers } from './informers.ts'

/** An order of the Pods. */
export type PodSort = SliceSort<SortOf<typeof informers, 'pods'>>

/** A column of the table. `by` is a path, which sorts without decoding objects, or the name of a comparator. */
export interface Column {
  readonly id: string
  readonly label: string
  readonly by?: PodSort['by']
  readonly numeric?: boolean
}

const COLUMNS: readonly Column[] = [
  { id: 'name', label: 'Name', by: 'metadata.name' },
  { id: 'namespace', label: 'Namespace', by: 'metadata.namespace' },
  { id: 'status', label: 'Status', by: 'status' },
  { id: 'ready', label: 'Ready', numeric: true },
  { id: 'restarts', label: 'Restarts', by: 'restarts', numeric: true },
  { id: 'node', label: 'Node', by: 'spec.nodeName' },
  { id: 'age', label: 'Age', by: 'metadata.creationTimestamp', numeric: true },
]

/** Omits the namespace column where all rows have the same namespace. */
export const columnsFor = (withNamespace: boolean): readonly Column[] =>
  withNamespace ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'namespace')

/** Cycles through ascending, descending and the natural order. */
export function nextSort(sort: PodSort | undefined, by: PodSort['by']): PodSort | undefined {
  if (sort?.by !== by) return { by }
  return sort.descending ? undefined : { by, descending: true }
}

export function ariaSort(
  sort: PodSort | undefined,
  by: PodSort['by'] | undefined,
): 'ascending' | 'descending' | 'none' {
  if (by === undefined || sort?.by !== by) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}
