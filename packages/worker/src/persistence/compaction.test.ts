import { expect, test } from 'vitest'
import { podRow } from '../test/rows.ts'
import { chooseChunks } from './compaction.ts'
import type { ChunkFacts } from './directory.ts'
import { isExpired } from './expiry.ts'
import { sizeOfRow } from './row-content.ts'
import { splitContent } from './split-content.ts'
import { WriteBudget } from './write-budget.ts'

const MIB = 1024 * 1024

const chunk = (number: number, bytes: number, liveBytes = bytes): ChunkFacts => ({
  ...{ number, bytes, liveBytes, checksum: 0, keys: [], deletions: [], needed: 1 },
})
const chosen = (...chunks: readonly ChunkFacts[]) => chooseChunks(chunks).map(({ number }) => number)
const chunks = (count: number, bytes: number, liveBytes = bytes) =>
  Array.from({ length: count }, (_, number) => chunk(number, bytes, liveBytes))

test('a collection is compacted when it takes more than 1.6 times its live bytes and 256 KiB', () => {
  const limit = 1.6 * 1_000_000 + 256 * 1024
  expect(chosen(chunk(1, limit, 1_000_000))).toEqual([])
  expect(chosen(chunk(1, limit + 1, 1_000_000))).toEqual([1])
  expect(chosen(chunk(1, 256 * 1024, 0), chunk(2, 1, 1))).toEqual([])
  expect(chosen()).toEqual([])
})

test('the chunks with the smallest live share are first, of equal ones the oldest', () => {
  expect(
    chosen(chunk(3, MIB, 100), chunk(1, MIB, 200), chunk(2, MIB / 2, 100), chunk(4, 2 * MIB, 100)),
  ).toEqual([4, 3, 1, 2])
})

test('too many chunks are merged, the smallest first: 256, and one for each 128 KiB', () => {
  // 259 of them have 259 KiB, which allow two chunks more.
  expect(chosen(...chunks(258, 1024))).toEqual([])
  expect(chosen(...chunks(258, 1024), chunk(300, 10))[0]).toBe(300)
})

test('a step rewrites at most 128 chunks, and at most a MiB of live bytes, but at least one chunk', () => {
  expect(chosen(...chunks(300, 8192, 1))).toHaveLength(128)
  expect(chosen(...chunks(8, MIB, MIB / 4))).toEqual([0, 1, 2, 3])
  expect(chosen(...chunks(8, MIB, MIB / 4 + 1))).toEqual([0, 1, 2])
  expect(chosen(...chunks(2, 9 * MIB, 3 * MIB))).toEqual([0])
})

test('compaction writes no more than 2.8 times what has changed', () => {
  const budget = new WriteBudget()
  expect([budget.allows(0), budget.allows(1)]).toEqual([true, false])
  budget.changed(60)
  budget.changed(40)
  expect([budget.allows(280), budget.allows(281)]).toEqual([true, false])
  budget.written(200)
  budget.written(50)
  expect([budget.allows(30), budget.allows(31)]).toEqual([true, false])
})

test('rows are split into chunks of about 2 MiB; deletions are in the first one', () => {
  const rest = sizeOfRow(podRow('a/1', 1, { node: '' }))
  const row = (key: string, bytes: number) => podRow(key, 1, { node: 'n'.repeat(bytes - rest) })
  const half = [row('a/1', MIB), row('a/2', MIB)]
  expect(half.map(sizeOfRow)).toEqual([MIB, MIB])
  const [large, last] = [row('a/3', 3 * MIB), row('a/4', 1000)]
  expect([...splitContent([...half, large, last], ['a/0'])]).toEqual([
    { rows: half, deletions: ['a/0'] },
    { rows: [large], deletions: [] },
    { rows: [last], deletions: [] },
  ])
  const more = row('a/2', MIB + 1)
  expect([...splitContent([...half.slice(0, 1), more])].map(({ rows }) => rows.length)).toEqual([1, 1])
  expect([...splitContent([], ['a/0'])]).toEqual([{ rows: [], deletions: ['a/0'] }])
  expect([...splitContent([])]).toEqual([])
})

test('data expires after its time, also if it is of the future', () => {
  expect([900, 899, 1100, 1101].map(savedAt => isExpired(savedAt, 1000, 100))).toEqual([
    false,
    true,
    false,
    true,
  ])
})
