import { defineResource, type Row } from '@kube-informer/core'
import { expect, it } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { podRow, rowIndexer } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { MergedRows } from './merged-rows.ts'
import { type RowOrder, rowOrder } from './row-order.ts'
import { namespaceOf, rowSource } from './row-source.ts'
import { SliceView } from './slice-view.ts'
import type { SortedRows } from './sorted-rows.ts'
import { WindowLocator } from './window-locator.ts'

const definition = compileDefinition({
  resource: defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }),
})
const PARTS = 4
const LIMIT = 10

/** Views whose comparisons, filtered rows and read rows are counted. */
function countedViews(count: number, order: RowOrder) {
  const work = { comparisons: 0, filtered: 0, listed: 0 }
  const counted: RowOrder = (a, b) => {
    work.comparisons++
    return order(a, b)
  }
  const members = Array.from({ length: PARTS }, (_, part) => {
    const indexer = rowIndexer()
    for (let i = part; i < count; i += PARTS) indexer.add(podRow(`${part}/${i}`, 1, { rank: i }))
    const source = rowSource({ type: 'all' }, indexer, definition)
    const view = new SliceView({
      order: counted,
      source: {
        ...source,
        get size() {
          return source.size
        },
        list() {
          work.listed++
          return source.list()
        },
      },
      filter: () => {
        work.filtered++
        return true
      },
    })
    return { indexer, view }
  })
  const parts = members.map(({ view }) => view)
  return {
    work,
    members,
    rows: new MergedRows({
      order: counted,
      parts: () => parts,
      partOf: key => parts[Number(namespaceOf(key))],
    }),
  }
}

/** The work of one change in the middle, once the window was read. */
function workOfChange(count: number, window: Slice['window'], rank: number) {
  const order = rowOrder({ by: 'spec.priority' }, definition)
  const { work, members, rows } = countedViews(count, order)
  const locator = new WindowLocator({ window })
  const read = (): Row[] => windowOf(rows, locator)
  read()
  read()
  Object.assign(work, { comparisons: 0, filtered: 0, listed: 0 })
  const key = `0/${count / 2}`
  members[0]?.indexer.add(podRow(key, 2, { rank }))
  members[0]?.view.mark(key)
  expect(read()).toHaveLength(LIMIT)
  return work
}

function windowOf(rows: SortedRows, locator: WindowLocator): Row[] {
  const { offset, limit } = locator.locate(rows) ?? {}
  return rows.rows(offset, limit)
}

it.each([
  ['an anchor', (count: number) => ({ anchor: `1/${count / 2 + 1}`, before: 3, limit: LIMIT })],
  ['an offset', (count: number) => ({ offset: count / 2, limit: LIMIT })],
])('one change filters at most two rows, and compares O(log n) rows, for a window by %s', (_, windowAt) => {
  for (const count of [1_024, 16_384]) {
    for (const rank of [count / 2, 0, count]) {
      const { comparisons, filtered, listed } = workOfChange(count, windowAt(count), rank)
      // The changed row, and the anchor.
      expect(filtered).toBeLessThanOrEqual(2)
      expect(listed).toBe(0)
      // The change: two positions. The window: one position of each part for the anchor, and one for its first row.
      const searches = 2 + 2 * PARTS
      expect(comparisons).toBeLessThan(3 * searches * Math.log2(count))
    }
  }
})
