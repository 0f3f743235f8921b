import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareQuantities, parseQuantity } from './quantity.ts'

function order(a: string | number, b: string | number): number {
  const [left, right] = [parseQuantity(a), parseQuantity(b)]
  if (!left || !right) throw new Error(`${a} or ${b} is no quantity`)
  return Math.sign(compareQuantities(left, right))
}

test.each([
  ['500m', '0.5', 0],
  ['1Gi', '1024Mi', 0],
  ['1G', '1Gi', -1],
  ['1e3', '1k', 0],
  ['1E3', '1k', 0],
  ['1E', '1e18', 0],
  ['2E', '1Ei', 1],
  ['1n', '0.000000001', 0],
  ['1u', '1000n', 0],
  ['-1', '1', -1],
  ['-2Ki', '-2048', 0],
  ['+5', 5, 0],
  ['.5', '500m', 0],
  ['1.', 1, 0],
  ['9007199254740993', '9007199254740992', 1],
  ['8Ei', '9223372036854775807', 1],
  ['9223372036854775807', '9223372036854775806', 1],
  ['0', '-0', 0],
])('%s compared with %s: %i', (a, b, expected) => {
  expect(order(a, b)).toBe(expected)
  expect(order(b, a)).toBe(expected === 0 ? 0 : -expected)
})

test.each([
  '',
  '.',
  '-',
  'Gi',
  '1 Gi',
  '1gi',
  '1K',
  '1mi',
  '1e',
  '1e1.5',
  '1e9999',
  '0x1',
  'NaN',
  'Infinity',
  '1'.repeat(65),
])('%j is no quantity', text => {
  expect(parseQuantity(text)).toBeUndefined()
})

test.each([
  ['250m', 0.25],
  ['2', 2],
  [3, 3],
  ['1.5Gi', 1.5 * 2 ** 30],
  ['1k', 1_000],
  ['-1e999', Number.NEGATIVE_INFINITY],
])('%s is %d', (text, value) => {
  expect(parseQuantity(text)?.approximate).toBe(value)
})

test('the format is that of the suffix', () => {
  const formats = ['1', '1m', '1E', '1Ei', '1e3', '1E3'].map(text => parseQuantity(text)?.format)
  expect(formats).toEqual([
    'DecimalSI',
    'DecimalSI',
    'DecimalSI',
    'BinarySI',
    'DecimalExponent',
    'DecimalExponent',
  ])
})

test('limits can be raised', () => {
  expect(parseQuantity('1'.repeat(65), { maxLength: 65 })?.digits).toHaveLength(65)
  expect(parseQuantity('1e-1000', { maxExponent: 1_000 })?.tens).toBe(-1_000)
})

test('quantities are ordered as the numbers of their billionths', () => {
  const units = {
    '': 10n ** 9n,
    m: 10n ** 6n,
    k: 10n ** 12n,
    Ki: 1024n * 10n ** 9n,
    Gi: 1024n ** 3n * 10n ** 9n,
  }
  const quantity = fc.tuple(
    fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
    fc.constantFrom(...Object.keys(units)),
  )
  const exact = ([digits, unit]: readonly [bigint, string]) =>
    digits * (units[unit as keyof typeof units] ?? 0n)
  const near = fc.bigInt({ min: -2n, max: 2n })
  fc.assert(
    fc.property(quantity, quantity, near, (a, b, offset) => {
      for (const other of [b, [a[0] + offset, a[1]] as const]) {
        const expected = exact(a) === exact(other) ? 0 : exact(a) < exact(other) ? -1 : 1
        expect(order(`${a[0]}${a[1]}`, `${other[0]}${other[1]}`)).toBe(expected)
      }
    }),
  )
})
