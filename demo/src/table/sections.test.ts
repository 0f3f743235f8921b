import { expect, test } from 'vitest'
import { lineAt, lineOf, plainLines, sectionLines } from './sections.ts'

const groups = [
  { value: 'a', count: 2 },
  { value: 'b', count: 3 },
  { value: 'c', count: 1 },
]

/** The lines in short: `b` for a heading, numbers for rows. */
const shown = (collapsed: readonly string[], total: number): unknown[] => {
  const lines = sectionLines(groups, total, new Set(collapsed))
  return Array.from({ length: lines.count }, (_, index) => {
    const line = lineAt(lines, index)
    return 'row' in line ? line.row : line.section.value
  })
}

test('has a heading before the rows of each value', () => {
  expect(shown([], 6)).toEqual(['a', 0, 1, 'b', 2, 3, 4, 'c', 5])
})

test('has no lines for the rows of a collapsed section', () => {
  expect(shown(['b'], 6)).toEqual(['a', 0, 1, 'b', 'c', 2])
})

test('shows rows without a value last', () => {
  expect(shown([], 8)).toEqual(['a', 0, 1, 'b', 2, 3, 4, 'c', 5, '', 6, 7])
})

test('finds the line of a row', () => {
  const lines = sectionLines(groups, 6, new Set(['b']))
  expect([0, 1, 2].map(row => lineOf(lines, row))).toEqual([1, 2, 5])
  expect(lineOf(plainLines(10), 4)).toBe(4)
})

test('rows without sections are their lines', () => {
  expect(lineAt(plainLines(10), 4)).toEqual({ row: 4 })
})
