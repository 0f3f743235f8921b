import { type Row, rowAccess } from '@kube-informer/core'
import { type PathSegments, parsePath } from '@kube-informer/core/internal'
import type { SliceSort } from '../../api/subscription.ts'
import type { CompiledDefinition } from './compiled-definition.ts'

/** Compares rows like a sort comparator. A total order, so that each row has exactly one position. */
export type RowOrder = (a: Row, b: Row) => number

/** Equal texts, such as namespaces, are mostly identical strings, which compare without reading characters. */
const byCodeUnit = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** By namespace, then name: the default, and the tie-breaker. */
export const byNamespaceAndName: RowOrder = (a, b) =>
  byCodeUnit(a.namespace, b.namespace) || byCodeUnit(a.name, b.name)

/** The order of a slice; throws a UsageError for an unknown comparator. */
export function rowOrder(sort: SliceSort | undefined, definition: CompiledDefinition): RowOrder {
  if (!sort) return byNamespaceAndName
  const { by, descending = false } = sort
  const comparator = definition.comparator(by)
  if (comparator) {
    return (a, b) => (descending ? comparator(b, a) : comparator(a, b)) || byNamespaceAndName(a, b)
  }
  if (!by.includes('.')) throw definition.unknownComparator(by)
  return byPathValue(parsePath(by.replace(/^\./, '')), descending)
}

/** Sorts by the value at a path, read once for each row. Rows without a value come last in both directions. */
function byPathValue(path: PathSegments, descending: boolean): RowOrder {
  const values = new WeakMap<Row, SortValue>()
  const read = (row: Row): SortValue => {
    if (!values.has(row)) values.set(row, sortValue(rowAccess.readPath(row, path)))
    return values.get(row)
  }
  return (a, b) => {
    const [left, right] = [read(a), read(b)]
    if (left === right) return byNamespaceAndName(a, b)
    if (left === undefined) return 1
    if (right === undefined) return -1
    const order = compareValues(left, right)
    return (descending ? -order : order) || byNamespaceAndName(a, b)
  }
}

type SortValue = string | number | undefined

function sortValue(value: unknown): SortValue {
  if (typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : undefined
}

/** Numbers numerically, texts by code unit; numbers before texts. */
function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1
  return typeof b === 'number' ? 1 : byCodeUnit(a, b)
}
