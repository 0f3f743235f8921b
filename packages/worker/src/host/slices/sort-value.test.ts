import { UsageError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import type { SortType } from '../../api/subscription.ts'
import { byCodeUnit, compareSortValues, type SortValue, toSortValue } from './sort-value.ts'

const sorted = (values: readonly SortValue[], descending = false) =>
  values.toSorted((a, b) => compareSortValues(a, b, descending))

test.each<[SortType | undefined, unknown, SortValue]>([
  [undefined, 'a', 'a'],
  [undefined, 7, 7],
  [undefined, true, 1],
  [undefined, false, 0],
  [undefined, null, undefined],
  [undefined, undefined, undefined],
  ['text', 7, '7'],
  ['text', false, 'false'],
  ['text', null, undefined],
  ['text', undefined, undefined],
  ['natural', 'v10', 'v210'],
  ['natural', 'v9', 'v19'],
  ['natural', 'v007', 'v17'],
  ['natural', 'v0', 'v10'],
  ['natural', 'a1b22', 'a11b222'],
  ['natural', 12, '212'],
  ['natural', '123456789', '90123456789'],
  ['natural', '1234567890', '911234567890'],
  ['natural', null, undefined],
  ['quantity', '2Ki', 2048],
  ['quantity', '500m', 0.5],
  ['quantity', 3, 3],
  ['quantity', 'many', undefined],
  ['quantity', true, undefined],
  ['age', '1970-01-01T00:00:02Z', -2000],
  ['age', '1970-01-01T00:00:02.5Z', -2500],
  ['age', 'yesterday', undefined],
  ['age', 2, undefined],
])('as %s, %j compares as %j', (as, value, expected) => {
  expect(toSortValue(as)(value as never)).toBe(expected)
})

test('another type is a usage error that names the types', () => {
  expect(() => toSortValue('size' as SortType)).toThrow(
    new UsageError('a sort is `as` "text", "natural", "quantity", "age", not "size"'),
  )
  expect(() => toSortValue('toString' as SortType)).toThrow(UsageError)
})

test('numbers are before texts, and missing values last, in both directions', () => {
  const values = ['b', undefined, 10, 'a', 9, undefined, 'B']
  expect(sorted(values)).toEqual([9, 10, 'B', 'a', 'b', undefined, undefined])
  expect(sorted(values, true)).toEqual(['b', 'a', 'B', 10, 9, undefined, undefined])
  expect([compareSortValues(undefined, 1, true), compareSortValues(1, undefined, true)]).toEqual([1, -1])
  expect([compareSortValues(undefined, undefined, false), compareSortValues(1, 1, true)]).toEqual([0, 0])
})

test('natural order compares numbers in texts by size, of any length', () => {
  const names = [
    'a1',
    'a2',
    'a9',
    'a10',
    'a99',
    'a100',
    'a123456789',
    'a1234567890',
    'a123456789012345678901',
  ]
  const natural = toSortValue('natural')
  const key = (name: string) => natural(name)
  expect(names.toReversed().sort((a, b) => compareSortValues(key(a), key(b), false))).toEqual(names)
})

test('texts compare by code unit', () => {
  expect([byCodeUnit('a', 'a'), byCodeUnit('a', 'b'), byCodeUnit('b', 'a'), byCodeUnit('Z', 'a')]).toEqual([
    0, -1, 1, -1,
  ])
})
