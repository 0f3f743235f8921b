import type { Row } from '@kube-informer/core'
import type { Slice, SliceGroup } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { groupCounter, rowCounter } from './count-groups.ts'
import { rowFilter } from './row-filter.ts'
import type { RowIndex } from './row-index.ts'
import { rowOrder } from './row-order.ts'
import { rowSource } from './row-source.ts'
import type { ScopeFilter } from './scope-filter.ts'
import { scopedTarget } from './scoped-target.ts'
import { SliceView } from './slice-view.ts'

/** The cache that a slice reads. */
export interface ViewBase {
  readonly indexer: RowIndex
  readonly definition: CompiledDefinition
  /** The rows that belong to the scope; absent for all of them. */
  readonly scopeFilter: ScopeFilter | undefined
}

type Test = (row: Row) => boolean

/** Creates the view of a slice; throws a UsageError for a name that the definition does not have. */
export function createView(
  { target, filter, sort }: Slice,
  { indexer, definition, scopeFilter }: ViewBase,
): SliceView {
  const narrow = scopedTarget(target, scopeFilter)
  return new SliceView({
    source: rowSource(narrow.target, indexer, definition),
    order: rowOrder(sort, definition),
    filter: both(narrow.keeps, filter && rowFilter(filter, definition)),
  })
}

/**
 * Creates the group counter of a slice; undefined without `groupBy`. Throws as {@link createView} does.
 *
 * @param view the view of the slice: its rows are counted where the counts follow the filter
 */
export function createGroupCounter(
  { groupBy, groupFiltered, filter, target }: Slice,
  { indexer, definition, scopeFilter }: ViewBase,
  view: SliceView,
): (() => readonly SliceGroup[]) | undefined {
  if (groupBy === undefined) return undefined
  if (groupFiltered && filter) return rowCounter(groupBy, definition, () => view.rows())
  const narrow = scopedTarget(target, scopeFilter)
  const source = rowSource(narrow.target, indexer, definition)
  return groupCounter(groupBy, narrow, { source, indexer, definition })
}

const both = (a: Test | undefined, b: Test | undefined): Test | undefined =>
  a && b ? row => a(row) && b(row) : (a ?? b)
