import { expect, it } from 'vitest'
import { type FirstPaintRecord, type ReadRows, recordAfter } from './first-paint-record.ts'

const changed = { isChanged: true, isExact: true }
const confirmed = { isChanged: false, isExact: true }
const inexact = { isChanged: false, isExact: false }

it.each<[FirstPaintRecord, ReadRows, FirstPaintRecord]>([
  ['done', changed, 'due'],
  ['done', confirmed, 'done'],
  ['done', { ...changed, isExact: false }, 'withheld'],
  ['done', inexact, 'withheld'],
  ['due', confirmed, 'due'],
  // What is on the screen is not what its resourceVersion claims, although its rows are the same.
  ['due', inexact, 'withheld'],
  ['withheld', confirmed, 'due'],
  ['withheld', inexact, 'withheld'],
])('a record that is %s is, after %o, %s', (record, rows, after) => {
  expect(recordAfter(record, rows)).toBe(after)
})
