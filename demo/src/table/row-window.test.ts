import { expect, test } from 'vitest'
import { sameWindow, windowAround } from './row-window.ts'

test('a window covers the screen and a margin on both sides', () => {
  expect(windowAround(1_000, 1_040)).toEqual({ offset: 950, limit: 150 })
  expect(windowAround(0, 0)).toEqual({ offset: 0, limit: 50 })
})

test('scrolling by one row rarely changes the window', () => {
  let changes = 0
  for (let row = 1; row <= 1_000; row++) {
    if (!sameWindow(windowAround(row, row + 40), windowAround(row - 1, row + 39))) changes++
  }
  expect(changes).toBeLessThanOrEqual(2 * (1_000 / 50))
})
