import { expect, test } from 'vitest'
import { formatCount, plural } from './format-number.ts'

test.each([
  [0, '0'],
  [9_999, '9,999'],
  [10_000, '10.0k'],
  [99_949, '99.9k'],
  [99_950, '100k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
  [12_340_000, '12.3M'],
])('the count %d is shortened to %s', (value, text) => {
  expect(formatCount(value)).toBe(text)
})

test('a noun follows its count', () => {
  expect(plural(1, 'Pod')).toBe('1 Pod')
  expect(plural(0, 'Pod')).toBe('0 Pods')
  expect(plural(1_200, 'Ingress', 'Ingresses')).toBe('1,200 Ingresses')
})
