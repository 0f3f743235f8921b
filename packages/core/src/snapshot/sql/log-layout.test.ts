import { expect, test } from 'vitest'
import { lastNumbersOf, layoutOf, newestChangeOf, sizeOf, writesOf } from './log-layout.ts'
import type { RowHead } from './row-table.ts'

/** A row: `c5` is of a checkpoint that covers 5, others are changes. Then `sequence.part`, and a `.` at the end of a write. */
function headOf(text: string): RowHead {
  const [, covers, sequence = '', part = '', last] = /^(?:c(\d+) )?(\d+)\/(\d+)(\.?)$/.exec(text) ?? []
  return {
    sequence: Number(sequence),
    part: Number(part),
    isLast: last === '.',
    chars: Number(sequence) * 10,
    covers: covers === undefined ? undefined : Number(covers),
  } as RowHead
}
const headsOf = (text: string) => (text === '' ? [] : text.split(', ').map(headOf))

test.each([
  ['c5 1/0.', 1, 0, 5],
  ['c5 3/0, c5 4/1.', 4, 0, 5],
  ['c5 3/0, c5 4/1., 6/0., 7/0, 8/1, 9/2.', 4, 9, 9],
  ['c0 1/0., 1/0.', 1, 1, 1],
])('the rows %s are whole', (text, checkpoint, change, newest) => {
  const heads = headsOf(text)
  const layout = layoutOf(heads)
  expect([...layout.checkpoint, ...layout.changes]).toEqual(heads)
  expect(layout.changes.every(({ covers }) => covers === undefined)).toBe(true)
  expect([lastNumbersOf(layout), newestChangeOf(layout)]).toEqual([{ checkpoint, change }, newest])
})

test.each([
  ['', 'it has no checkpoint'],
  ['6/0.', 'it has no checkpoint'],
  ['c5 1/0., c6 2/0.', 'it has two checkpoints'],
  ['c5 1/0, c5 3/1.', 'a row is missing'],
  ['c5 1/0, c5 1/1.', 'a row is missing'],
  ['c5 1/0., 6/0., 8/0.', 'a row is missing'],
  ['c5 1/0., 7/0.', 'its first change is missing'],
  ['c5 1/0., 5/0.', 'its first change is missing'],
  ['c5 1/1.', 'a part of a write is missing'],
  ['c5 1/0., 6/0, 7/2.', 'a part of a write is missing'],
  ['c5 1/0., 6/0, 7/0.', 'a part of a write is missing'],
  ['c5 1/0', 'the end of a write is missing'],
  ['c5 1/0., 6/0, 7/1', 'the end of a write is missing'],
])('the rows %j are damaged: %s', (text, problem) => expect(() => layoutOf(headsOf(text))).toThrow(problem))

test('the changes are those of writes, and rows have a size', () => {
  const changes = headsOf('6/0., 7/0, 8/1, 9/2., 10/0.')
  expect(writesOf(changes).map(write => write.map(({ sequence }) => sequence))).toEqual([
    [6],
    [7, 8, 9],
    [10],
  ])
  expect([writesOf([]), sizeOf(changes), sizeOf([])]).toEqual([[], 400, 0])
})
