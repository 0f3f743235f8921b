import { expect, test } from 'vitest'
import { canonicalQuantity } from './canonical-quantity.ts'

// The expected values are those of apimachinery v0.37.1.
test.each([
  ['0.5', '500m'],
  ['.5', '500m'],
  ['-0', '0'],
  ['0Ki', '0'],
  ['1000', '1k'],
  ['1000m', '1'],
  ['1048576Ki', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['0.1Ki', '102400m'],
  ['1.0001Ki', '1024102400u'],
  ['1E', '1E'],
  ['1e3', '1e3'],
  ['1e2', '100'],
  ['1e-3', '1e-3'],
  ['0.0000000001', '1n'],
  ['-0.0000000001', '-1n'],
  ['1e-20', '1e-9'],
  ['1000000000000000000000000n', '1P'],
  ['12345678901234567890123', '12345678901234567890123'],
])('%s is written as %s', (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical)
})

test.each([
  ['1e', "unable to parse quantity's suffix"],
  ['1K', "unable to parse quantity's suffix"],
  ['1..2', 'quantities must match the regular expression'],
  ['1_0', 'quantities must match the regular expression'],
  ['', 'quantities must match the regular expression'],
])('%j is rejected: %s', (text, message) => {
  expect(() => canonicalQuantity(text)).toThrow(message)
})

test('exponents of any size take no time', () => {
  expect(canonicalQuantity('1e999999999')).toBe('1e999999999')
  expect(canonicalQuantity('1e-999999999')).toBe('1e-9')
})
