import { expect, test } from 'vitest'
import { formatBinary, sumOfQuantities } from './quantity.ts'

test('formats bytes', () => {
  expect([512, 2 ** 20 * 128, 2 ** 30 * 1.5].map(formatBinary)).toEqual(['512', '128Mi', '1.5Gi'])
})

test('adds quantities in their form', () => {
  expect(sumOfQuantities(['100m', undefined, '200m'])).toBe('300m')
  expect(sumOfQuantities(['1', '500m'])).toBe('1500m')
  expect(sumOfQuantities(['64Mi', '1Gi'])).toBe('1.1Gi')
  expect(sumOfQuantities(['64Mi'])).toBe('64Mi')
  expect(sumOfQuantities([undefined])).toBeUndefined()
})
