import { expect, it, test } from 'vitest'
import { parseTimestamp } from './timestamp.ts'

it.each([
  ['1970-01-01T00:00:00Z', 0],
  ['1970-01-01T00:00:01.5Z', 1500],
  ['1970-01-01T00:00:00.000250Z', 0.25],
  ['1970-01-01T01:00:00+01:00', 0],
  ['2026-02-28T23:59:59Z', Date.UTC(2026, 1, 28, 23, 59, 59)],
])('%s is %d ms after 1970', (text, ms) => {
  expect(parseTimestamp(text)).toBe(ms)
})

it('tells microseconds apart', () => {
  const [earlier = 0, later = 0] = ['000001', '000002'].map(digits =>
    parseTimestamp(`2026-11-22T10:00:00.${digits}Z`),
  )
  expect(later).toBeGreaterThan(earlier)
})

test.each([
  '',
  '2026',
  '2026-11-22',
  '22 November 2026',
  '2026-13-01T00:00:00Z',
  '2026-11-22T10:00:00',
  5,
  null,
])('%j is no timestamp', value => {
  expect(parseTimestamp(value)).toBeUndefined()
})
