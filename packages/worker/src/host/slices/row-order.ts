import { type Row, UsageError } from '@kube-informer/core'
import { parseValuePath } from '@kube-informer/core/paths'
import type { Slice, SliceSort, SliceSorts } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { atLocation, mistake } from '../query/mistake.ts'
import { byCodeUnit, compareSortValues, toSortValue } from './sort-value.ts'
import { type SortedPath, SortedPaths } from './sorted-paths.ts'

/** Compares rows like a sort comparator. A total order, so that each row has exactly one position. */
export type RowOrder = (a: Row, b: Row) => number

/** By namespace, then name: the default, and the tie-breaker. */
export const byNamespaceAndName: RowOrder = (a, b) =>
  byCodeUnit(a.namespace, b.namespace) || byCodeUnit(a.name, b.name)

/** The order of a slice; throws a UsageError for an unknown comparator or type, and for a malformed path. */
export function rowOrder(sort: Slice['sort'], definition: CompiledDefinition): RowOrder {
  const sorts = sort === undefined ? [] : isSeveral(sort) ? sort : [sort]
  if (sorts.length === 0) return byNamespaceAndName
  const paths: SortedPath[] = []
  const keys = sorts.map((each, index) => {
    const { by, descending = false } = each
    const location = sorts === sort ? `sort[${index}]` : 'sort'
    if (typeof by !== 'string') return mistake(`${location}.by`, 'a text is expected')
    const comparator = definition.comparator(by)
    if (comparator) return { descending, comparator: checked(comparator, each) }
    if (!/[.[]/.test(by)) throw definition.unknownComparator(by)
    const path = atLocation(`${location}.by`, () => parseValuePath(by))
    const convert = atLocation(`${location}.as`, () => toSortValue(each.as))
    return { descending, path: paths.push({ path, convert }) - 1 }
  })
  return byKeys(keys, paths)
}

const isSeveral = (sort: SliceSort | SliceSorts): sort is SliceSorts => Array.isArray(sort)

/** What decides first, and in which direction. */
type SortKey = { readonly descending: boolean } & (
  | { readonly comparator: RowOrder }
  /** The number of the path. */
  | { readonly path: number }
)

/** Compares by one key after the other until one decides. */
function byKeys(keys: readonly SortKey[], paths: readonly SortedPath[]): RowOrder {
  const values = new SortedPaths(paths)
  const orders = keys.map((key): RowOrder => {
    const { descending } = key
    if ('comparator' in key) return descending ? (a, b) => key.comparator(b, a) : key.comparator
    return (a, b) => compareSortValues(values.read(a)[key.path], values.read(b)[key.path], descending)
  })
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b)
      // A comparator may answer NaN.
      if (result) return result
    }
    return byNamespaceAndName(a, b)
  }
}

function checked(comparator: RowOrder, { by, as }: SliceSort): RowOrder {
  if (as === undefined) return comparator
  throw new UsageError(
    `the sort by the comparator ${JSON.stringify(by)} has an order of its own, and cannot be \`as\` ${JSON.stringify(as)}`,
  )
}
