import { expect, test } from 'vitest'
import { rowsLost } from './rows-lost.ts'

const ALL = Number.POSITIVE_INFINITY

test('changes of the cluster are no loss', () => {
  expect(rowsLost({ before: 0, after: 1_000, kept: ALL })).toBe(0)
  expect(rowsLost({ before: 1_000, after: 950, kept: ALL })).toBe(0)
})

test('rows that disappear at once are lost', () => {
  expect(rowsLost({ before: 1_000, after: 0, kept: ALL })).toBe(1_000)
  expect(rowsLost({ before: 1_000, after: 0, kept: 2_000 })).toBe(1_000)
})

test('a cluster that becomes smaller loses none, until fewer are left than it keeps', () => {
  expect(rowsLost({ before: 10_000, after: 4_000, kept: 1_000 })).toBe(0)
  expect(rowsLost({ before: 4_000, after: 300, kept: 1_000 })).toBe(700)
})
