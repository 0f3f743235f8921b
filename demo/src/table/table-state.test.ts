import { expect, test } from 'vitest'
import { podView } from '../kinds/columns/pods.ts'
import {
  formatColumns,
  formatSorting,
  gridTemplate,
  moved,
  parseColumns,
  parseSorting,
  sliceSort,
} from './table-state.ts'

const { columns } = podView

test('reads and writes the order', () => {
  const sorting = parseSorting('-restarts,name,ready,nothing', columns)
  expect(sorting).toEqual([
    { id: 'restarts', desc: true },
    { id: 'name', desc: false },
  ])
  expect(formatSorting(sorting)).toBe('-restarts,name')
  expect(formatSorting([])).toBeUndefined()
  expect(sliceSort(sorting, columns)).toEqual([
    { by: 'restarts', descending: true },
    { by: 'metadata.name', as: 'natural', descending: false },
  ])
})

test('reads and writes the columns', () => {
  expect(parseColumns(undefined, columns)).not.toContain('ip')
  expect(parseColumns('ip,nothing,name,ip', columns)).toEqual(['ip', 'name'])
  expect(parseColumns('nothing', columns)).toEqual(parseColumns(undefined, columns))
  expect(formatColumns(parseColumns(undefined, columns), columns)).toBeUndefined()
  expect(formatColumns(['name', 'ip'], columns)).toBe('name,ip')
})

test('moves a column', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b'], 'x', 1)).toEqual(['a', 'b'])
})

test('prefers the widths of the user', () => {
  const shown = columns.filter(({ id }) => ['name', 'age'].includes(id))
  expect(gridTemplate(shown, {})).toBe('minmax(220px, 3fr) 64px')
  expect(gridTemplate(shown, { name: 300 })).toBe('300px 64px')
})
