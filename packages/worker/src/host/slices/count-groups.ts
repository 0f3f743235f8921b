import type { Row } from '@kube-informer/core'
import type { SliceGroup } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { RowIndex } from './row-index.ts'
import { indexValues, type RowSource } from './row-source.ts'
import type { ScopedTarget } from './scoped-target.ts'

/** Creates the function that counts a target's objects by the values of an index, sorted by value. */
export function groupCounter(
  name: string,
  { target: { type }, keeps }: ScopedTarget,
  { source, indexer, definition }: { source: RowSource; indexer: RowIndex; definition: CompiledDefinition },
): () => readonly SliceGroup[] {
  const valuesOf = indexValues(name, definition)
  // The index has the counts of all objects, but not of a part of them.
  const count = () => {
    if (keeps) return countRows(source.list().filter(keeps), valuesOf)
    return type === 'all' ? countAll(indexer, name) : countRows(source.list(), valuesOf)
  }
  return () => count().sort(byValue)
}

/** Creates the function that counts the given rows by the values of an index, sorted by value. */
export function rowCounter(
  name: string,
  definition: CompiledDefinition,
  rows: () => readonly Row[],
): () => readonly SliceGroup[] {
  const valuesOf = indexValues(name, definition)
  return () => countRows(rows(), valuesOf).sort(byValue)
}

/** The sums of the counts of each value, sorted by value. */
export function sumGroups(groups: Iterable<SliceGroup>): readonly SliceGroup[] {
  const counts = new Map<string, number>()
  for (const { value, count } of groups) counts.set(value, (counts.get(value) ?? 0) + count)
  return toGroups(counts).sort(byValue)
}

function countAll(indexer: RowIndex, name: string): SliceGroup[] {
  const values = indexer.listIndexFuncValues(name)
  return values.map(value => ({ value, count: indexer.countByIndex(name, value) }))
}

function countRows(rows: readonly Row[], valuesOf: (row: Row) => readonly string[]): SliceGroup[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    for (const value of new Set(valuesOf(row))) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return toGroups(counts)
}

const toGroups = (counts: ReadonlyMap<string, number>): SliceGroup[] =>
  [...counts].map(([value, count]) => ({ value, count }))

const byValue = (a: SliceGroup, b: SliceGroup): number => (a.value < b.value ? -1 : 1)

/** Whether two counts are equal. */
export const sameGroups = (a: readonly SliceGroup[], b: readonly SliceGroup[]): boolean =>
  a.length === b.length &&
  a.every((group, index) => group.value === b[index]?.value && group.count === b[index]?.count)
