import { type Row, rowAccess, UsageError } from '@kube-informer/core'
import { type PathSegments, parsePath } from '@kube-informer/core/internal'
import type { Slice, SliceSort } from '../../api/subscription.ts'
import type { CompiledDefinition } from './compiled-definition.ts'
import { byCodeUnit, compareSortValues, type SortValue, toSortValue } from './sort-value.ts'

/** Compares rows like a sort comparator. A total order, so that each row has exactly one position. */
export type RowOrder = (a: Row, b: Row) => number

/** By namespace, then name: the default, and the tie-breaker. */
export const byNamespaceAndName: RowOrder = (a, b) =>
  byCodeUnit(a.namespace, b.namespace) || byCodeUnit(a.name, b.name)

/** The order of a slice; throws a UsageError for an unknown comparator or type. */
export function rowOrder(sort: Slice['sort'], definition: CompiledDefinition): RowOrder {
  const sorts = sort === undefined ? [] : 'by' in sort ? [sort] : sort
  if (sorts.length === 0) return byNamespaceAndName
  const paths = new SortedPaths()
  const orders = sorts.map(each => byComparator(each, definition) ?? paths.add(each, definition))
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b)
      // A comparator may answer NaN.
      if (result) return result
    }
    return byNamespaceAndName(a, b)
  }
}

function byComparator(
  { by, descending = false, as }: SliceSort,
  definition: CompiledDefinition,
): RowOrder | undefined {
  const comparator = definition.comparator(by)
  if (comparator && as !== undefined)
    throw new UsageError(
      `the sort by the comparator ${JSON.stringify(by)} has an order of its own, and cannot be \`as\` ${JSON.stringify(as)}`,
    )
  return comparator && descending ? (a, b) => comparator(b, a) : comparator
}

interface SortedPath {
  readonly path: PathSegments
  readonly convert: (value: unknown) => SortValue
}

/** The paths of a sort, whose values are read once for each row. */
class SortedPaths {
  readonly #paths: SortedPath[] = []
  readonly #values = new WeakMap<Row, readonly SortValue[]>()

  add({ by, descending = false, as }: SliceSort, definition: CompiledDefinition): RowOrder {
    if (!by.includes('.')) throw definition.unknownComparator(by)
    const path = parsePath(by.replace(/^\./, ''))
    const index = this.#paths.push({ path, convert: toSortValue(as) }) - 1
    return (a, b) => compareSortValues(this.#read(a)[index], this.#read(b)[index], descending)
  }

  #read(row: Row): readonly SortValue[] {
    const known = this.#values.get(row)
    if (known) return known
    const values = this.#paths.map(({ path, convert }) => convert(rowAccess.readPath(row, path)))
    this.#values.set(row, values)
    return values
  }
}
