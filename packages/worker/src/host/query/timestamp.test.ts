import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTimestamps, parseTimestamp } from './timestamp.ts'

function order(a: string | number, b: string | number): number {
  const [left, right] = [parseTimestamp(a), parseTimestamp(b)]
  if (!left || !right) throw new Error(`${a} or ${b} is no timestamp`)
  return Math.sign(compareTimestamps(left, right))
}

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z', 0],
  ['2026-01-02T03:04:05.1Z', '2026-01-02T03:04:05.09Z', 1],
  ['2026-01-02T03:04:05.123456Z', '2026-01-02T03:04:05.123457Z', -1],
  ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05Z', 0],
  ['2026-01-01T23:30:00-01:30', '2026-01-02T01:00:00Z', 0],
  ['2026-01-02t03:04:05z', '2026-01-02 03:04:05Z', 0],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z', 0],
  ['2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z', -1],
  ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', -1],
  ['1970-01-01T00:00:01.5Z', 1_500, 0],
  ['1969-12-31T23:59:59.999Z', -1, 0],
])('%s compared with %s: %i', (a, b, expected) => {
  expect(order(a, b)).toBe(expected)
  expect(order(b, a)).toBe(expected === 0 ? 0 : -expected)
})

test.each([
  '',
  '2026-01-02',
  '2026-01-02T03:04:05',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-02T24:00:00Z',
  '2026-01-02T03:60:00Z',
  '2026-01-02T03:04:05.Z',
  '2026-01-02T03:04:05+24:00',
  ' 2026-01-02T03:04:05Z',
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('%j is no timestamp', value => {
  expect(parseTimestamp(value)).toBeUndefined()
})

test('the order is that of the dates', () => {
  const ms = fc.integer({ min: Date.UTC(0), max: Date.UTC(9999, 11, 31) })
  fc.assert(
    fc.property(ms, ms, (a, b) => {
      expect(order(a, b)).toBe(Math.sign(a - b))
      expect(order(new Date(a).toISOString(), b)).toBe(Math.sign(a - b))
    }),
  )
})

test('of each month, the days exist that the calendar has', () => {
  const midnight = '00:00:00Z'
  const two = (number: number) => String(number).padStart(2, '0')
  for (const year of ['1900', '2000', '2023', '2024', '0000', '0100'])
    for (let month = 1; month <= 12; month++)
      for (let day = 28; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}T${midnight}`
        const date = new Date(text)
        const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === day
        expect([text, parseTimestamp(text)]).toEqual([
          text,
          exists ? { second: date.getTime(), fraction: '' } : undefined,
        ])
      }
})

test('the last hour, minute, second and offset are valid, and no later ones', () => {
  const second = (text: string) => parseTimestamp(`2026-01-02T${text}`)?.second
  const start = Date.UTC(2026, 0, 2)
  expect(second('23:59:60Z')).toBe(start + 86_400_000)
  expect(second('00:00:00-23:59')).toBe(start + 86_340_000)
  expect(['24:00:00Z', '00:60:00Z', '00:00:61Z', '00:00:00+24:00', '00:00:00+00:60'].map(second)).toEqual(
    Array(5).fill(undefined),
  )
})

test('milliseconds are decimals of the second', () => {
  expect([0, 5, 50, 1_500, -1].map(ms => parseTimestamp(ms))).toEqual([
    { second: 0, fraction: '' },
    { second: 0, fraction: '005' },
    { second: 0, fraction: '05' },
    { second: 1_000, fraction: '5' },
    { second: -1_000, fraction: '999' },
  ])
})
