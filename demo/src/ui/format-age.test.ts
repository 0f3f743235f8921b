import { expect, test } from 'vitest'
import { formatAge } from './format-age.ts'

test.each([
  [0, '0s'],
  [12, '12s'],
  [303, '5m3s'],
  [47 * 60, '47m'],
  [2 * 3_600, '2h'],
  [3 * 86_400 + 4 * 3_600, '3d4h'],
  [12 * 86_400, '12d'],
  [-5, '0s'],
])('%i seconds are formatted as %s', (seconds, text) => {
  expect(formatAge(seconds * 1_000)).toBe(text)
})
