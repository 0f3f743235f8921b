import { expect, test } from 'vitest'
import { goFloat } from './go-print.ts'

test.each([
  [0, '0'],
  [-1.5, '-1.5'],
  [999_999, '999999'],
  [1e6, '1e+06'],
  [3_000_000_000.5, '3.0000000005e+09'],
  [1e300, '1e+300'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
])('%d is %s in Go', (value, text) => {
  expect(goFloat(value)).toBe(text)
})
