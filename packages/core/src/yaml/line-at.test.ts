import { expect, test } from 'vitest'
import { lineAt } from './line-at.ts'

test.each([
  ['', 0, 1],
  ['a', 1, 1],
  ['\na', 0, 1],
  ['\na', 1, 2],
  ['a\nb', 1, 1],
  ['a\nb', 2, 2],
  ['a\n\nb', 2, 2],
  ['a\n\nb', 3, 3],
  ['a\nb\n', 9, 3],
])('in %j, the offset %d is on line %d', (text, offset, line) => expect(lineAt(text, offset)).toBe(line))
