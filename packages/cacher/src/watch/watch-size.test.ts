import { expect, test } from 'vitest'
import { watchSize } from './watch-size.ts'

test.each([
  // capacity, without an index, by the index, beside the index
  [100, 10, 10, 10],
  [1000, 14, 10, 14],
  [7500, 100, 10, 100],
  [75_000, 100, 10, 1000],
])('C07: of a history of %i events', (capacity, withoutIndex, byIndex, besideIndex) => {
  const sizeOf = (hasIndex: boolean, usesIndex: boolean, windowMs = 75_000) =>
    watchSize({ capacity, windowMs, hasIndex, usesIndex })
  expect(sizeOf(false, false)).toBe(withoutIndex)
  expect(sizeOf(true, true)).toBe(byIndex)
  expect(sizeOf(true, false)).toBe(besideIndex)
  expect(sizeOf(true, false, 150_000)).toBe(Math.max(10, Math.ceil(besideIndex / 2)))
})
