import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { parseQuantity } from './quantity.ts'

it.each([
  ['0', 0],
  ['1.', 1],
  ['.5', 0.5],
  ['+1', 1],
  ['-500m', -0.5],
  ['100n', 1e-7],
  ['1u', 1e-6],
  ['2k', 2000],
  ['1.5M', 1_500_000],
  ['1E', 1e18],
  ['1e3', 1000],
  ['1E-2', 0.01],
  ['1Ki', 1024],
  ['1.5Mi', 1_572_864],
  ['1Ei', 2 ** 60],
  [2, 2],
])('%j is %d', (text, value) => {
  expect(parseQuantity(text)).toBe(value)
})

test.each(['', '.', 'm', '1 Gi', '1kb', '1K', '1ki', '1mi', '1e', '--1', '0x10', 'Infinity', true, null, {}])(
  '%j is no quantity',
  value => {
    expect(parseQuantity(value)).toBeUndefined()
  },
)

it('is the same number for each spelling of a value', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), value => {
      expect(parseQuantity(`${value}`)).toBe(value)
      expect(parseQuantity(`${value}000m`)).toBe(value)
      expect(parseQuantity(`${value}e0`)).toBe(value)
      expect(parseQuantity(`${value}Mi`)).toBe(parseQuantity(`${value * 1024}Ki`))
    }),
  )
})
