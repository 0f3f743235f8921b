import { expect, test } from 'vitest'
import { hasEscape, isBlank, skipSpace, startsWith } from './bytes.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  [' \n\t\r a', 0, 5],
  ['a', 0, 0],
  ['a b', 1, 2],
  ['!', 0, 0],
  ['a  ', 1, 3],
  ['', 0, 0],
])('white space of %j from %d ends at %d', (text, from, end) => {
  expect(skipSpace(bytes(text), from)).toBe(end)
})

test.each([
  [' \n\t\r ', 0, 5, true],
  ['! a', 1, 2, true],
  [' !', 0, 2, false],
  [' !', 0, 1, true],
  ['a', 0, 0, true],
  ['a ', 0, 2, false],
])('whether %j is blank in [%d, %d) is %s', (text, from, to, expected) => {
  expect(isBlank(bytes(text), from, to)).toBe(expected)
})

test.each([
  ['a\\n', 0, 3, true],
  ['a\\n', 0, 2, true],
  ['a\\n', 1, 2, true],
  ['a\\n', 0, 1, false],
  ['a\\n', 2, 3, false],
  ['/[]', 0, 3, false],
])('whether %j has an escape in [%d, %d) is %s', (text, from, to, expected) => {
  expect(hasEscape(bytes(text), from, to)).toBe(expected)
})

test.each([
  ['abc', 0, 'ab', true],
  ['abc', 1, 'bc', true],
  ['abc', 0, 'b', false],
  ['abc', 1, 'bd', false],
  ['abc', 2, 'cd', false],
  ['abc', 3, '', true],
])('whether %j at %d starts with %j is %s', (text, from, start, expected) => {
  expect(startsWith(bytes(text), from, bytes(start))).toBe(expected)
})
