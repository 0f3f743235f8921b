import { expect, test } from 'vitest'
import { deepEqual } from './deep-equal.ts'

test.each([
  [1, 1],
  [null, null],
  [[], []],
  [
    { a: 1, b: [2, { c: null }] },
    { b: [2, { c: null }], a: 1 },
  ],
])('%j and %j are equal', (a, b) => {
  expect(deepEqual(a, b)).toBe(true)
})

test.each([
  [1, '1'],
  [0, null],
  [null, {}],
  ['a', ['a']],
  [[], {}],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ toString: null }, { a: null }],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
])('%j and %j are not equal, in either order', (a, b) => {
  expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([false, false])
})
