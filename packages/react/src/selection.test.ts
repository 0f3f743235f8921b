import { expect, test, vi } from 'vitest'
import { equalData } from './equal.ts'
import { createSelection } from './selection.ts'

interface Row {
  readonly metadata: { readonly uid: string }
  readonly name: string
}
const rowOf = (uid: string, name = uid): Row => ({ metadata: { uid }, name })
const rows = [rowOf('a'), rowOf('b')]

test('a stable function runs once for each row', () => {
  const selection = createSelection()
  const select = vi.fn((row: Row) => ({ label: row.name }))
  const first = selection(rows, select)
  const second = selection([...rows, rowOf('c')], select)
  expect(select).toHaveBeenCalledTimes(3)
  expect(second[0]).toBe(first[0])
})

test('an inline function keeps references as long as its results are equal', () => {
  const selection = createSelection()
  const first = selection(rows, row => ({ label: row.name, tags: [1] }))
  const second = selection(rows, row => ({ label: row.name, tags: [1] }))
  expect(second).toBe(first)
})

test('an inline function that closes over a new value gives new results', () => {
  const selection = createSelection()
  const withPrefix = (prefix: string) => selection(rows, row => prefix + row.name)
  expect(withPrefix('x')).toEqual(['xa', 'xb'])
  expect(withPrefix('y')).toEqual(['ya', 'yb'])
})

test('only a changed row gets a new result', () => {
  const selection = createSelection()
  const select = (row: Row) => ({ label: row.name })
  const first = selection(rows, select)
  const second = selection([...rows.slice(0, 1), rowOf('b', 'B')], select)
  expect(second[0]).toBe(first[0])
  expect(second[1]).toEqual({ label: 'B' })
})

test('a row keeps its result when the function does not read what changed', () => {
  const selection = createSelection()
  const select = (row: Row) => ({ label: row.name })
  const first = selection(rows, select)
  expect(selection([rowOf('b'), rowOf('a')], select)).toEqual([{ label: 'b' }, { label: 'a' }])
  expect(selection([rowOf('a'), rowOf('b')], select)[0]).toBe(first[0])
})

test.each([
  [1, 1, true],
  [Number.NaN, Number.NaN, true],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1], [1, 2], false],
  [[], {}, false],
  [null, {}, false],
  [new Date(0), new Date(0), false],
])('equalData(%o, %o) is %s', (a, b, expected) => {
  expect(equalData(a, b)).toBe(expected)
})
