import { describe, expect, test } from 'vitest'
import type { LogEntry } from './log-entry.ts'
import { newestEntries, splitForMerge } from './log-merge.ts'
import { packEntries, type RowContent } from './row-content.ts'
import type { RowHead, RowTable } from './row-table.ts'

/** Rows of these sizes; each list is a write. */
function rowsOf(...writes: readonly (readonly number[])[]): RowHead[] {
  const parts = writes.flatMap(write =>
    write.map((chars, part) => ({ chars, part, isLast: part === write.length - 1 })),
  )
  return parts.map((row, at) => ({ ...row, sequence: at + 1, covers: undefined, resourceVersion: `${at}` }))
}

describe('changes are merged', () => {
  const limits = { rowChars: 1_000, mergeChars: 100, mostRows: 6 }
  const split = (checkpoint: number, writes: readonly (readonly number[])[], keptChars = 20) => {
    const changes = rowsOf(...writes)
    const { merged, kept } = splitForMerge({ checkpoint: rowsOf([checkpoint]), changes }, keptChars, limits)
    expect([...merged, ...kept]).toEqual(changes)
    return [merged.length, kept.length]
  }

  test.each([
    ['up to the size of the least checkpoint', 50, [[60], [60]], [0, 2]],
    ['beyond it', 50, [[60], [61]], [2, 0]],
    ['up to the size of the checkpoint', 200, [[110], [110]], [0, 2]],
    ['beyond that', 200, [[110], [111]], [2, 0]],
    ['but the newest ones', 50, [[110], [10], [10]], [1, 2]],
    ['but those that are small enough', 50, [[110], [11], [10]], [2, 1]],
    ['but whole writes', 50, [[110], [5, 5], [10]], [1, 3]],
    ['but whole writes that are small enough', 50, [[110], [6, 5], [10]], [3, 1]],
    ['up to the most rows', 50, [[1], [1], [1], [1], [1], [1]], [0, 6]],
    ['beyond the most rows, but half of them', 50, [[1], [1], [1], [1], [1], [1], [1]], [4, 3]],
    ['beyond the most rows, in whole writes', 50, [[1], [1], [1], [1, 1], [1, 1]], [5, 2]],
  ])('%s', (_, checkpoint, writes, expected) => expect(split(checkpoint, writes)).toEqual(expected))
})

test('the newest state of each object counts, and those that were deleted are left out', () => {
  const entry = (key: string, text: string, type: LogEntry['type'] = 'MODIFIED'): LogEntry => ({
    ...{ type, key, text, uid: '', resourceVersion: '' },
  })
  const contents = new Map<RowHead, RowContent>()
  const write = (covers: number | undefined, ...entries: readonly LogEntry[]) =>
    [...packEntries(entries, 1_000)].map(({ content, isLast }, part) => {
      const head = { covers, part, isLast, sequence: contents.size, resourceVersion: '', chars: 1 } as RowHead
      contents.set(head, content)
      return head
    })
  const checkpoint = write(0, entry('a', 'a1'), entry('b', 'b1'), entry('c', 'c1'), entry('d', 'd1'))
  const changes = [
    ...write(
      undefined,
      entry('b', 'b2'),
      entry('c', '', 'DELETED'),
      entry('e', 'e2', 'ADDED'),
      entry('e', 'e3'),
    ),
    ...write(undefined, entry('d', '', 'DELETED'), entry('f', 'f2', 'ADDED')),
    ...write(undefined, entry('c', 'c4', 'ADDED'), entry('f', '', 'DELETED')),
  ]
  const table = {
    *contents(rows: readonly RowHead[]) {
      for (const row of rows) yield contents.get(row) as RowContent
    },
  } as unknown as RowTable
  const newest = [...newestEntries(table, { checkpoint, changes })].map(({ key, text }) => `${key}: ${text}`)
  expect(newest.toSorted()).toEqual(['a: a1', 'b: b2', 'c: c4', 'e: e3'])
})
