import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRaw, timeParts, timeText } from './special-values.ts'

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString()
const FIRST = Date.parse('0000-01-01T00:00:00Z') / 1_000
const LAST = Date.parse('9999-12-31T23:59:59Z') / 1_000

test.each([0, 1, 59, 60, 3_599, 3_600, 86_399, 86_400, -1, -86_400, -86_401, FIRST, LAST])(
  'the time of %d seconds',
  seconds => {
    expect(timeText(seconds, 0, 0)).toBe(isoOf(seconds).replace('.000', ''))
    expect(timeText(seconds, 123_456_789, 6)).toBe(isoOf(seconds).replace('.000', '.123456'))
  },
)

test('times in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: FIRST, max: LAST }), { minLength: 1, maxLength: 20 }), all => {
      const near = all.flatMap(seconds => [seconds, Math.min(LAST, seconds + 3_661)])
      expect(near.map(seconds => timeText(seconds, 0, 0))).toEqual(
        near.map(seconds => isoOf(seconds).replace('.000', '')),
      )
    }),
    { numRuns: 50 },
  )
})

test.each([FIRST - 1, LAST + 1, 1e16])('the time of %d seconds is out of range', seconds => {
  expect(() => timeText(seconds, 0, 0)).toThrow('a time out of range')
})

test.each([
  [0, '.000000Z'],
  [999, '.000000Z'],
  [1_000, '.000001Z'],
  [500_000_000, '.500000Z'],
])('of %d nanoseconds the microseconds are shown', (nanoseconds, end) => {
  expect(timeText(0, nanoseconds, 6)).toBe(`1970-01-01T00:00:00${end}`)
})

test.each([
  ['1970-01-01T00:00:00Z', 0, 0],
  ['1970-01-01T00:00:01.5Z', 1, 500_000_000],
  ['1969-12-31T23:59:59.25Z', -1, 250_000_000],
  ['2024-01-01T00:00:00.123456789Z', 1_704_067_200, 123_456_789],
  ['2024-01-01T01:00:00+01:00', 1_704_067_200, 0],
])('the parts of %s', (text, seconds, nanoseconds) => {
  expect(timeParts(text)).toEqual([seconds, nanoseconds])
})

test('what is no time or no JSON is malformed', () => {
  expect(() => timeParts('yesterday')).toThrow('a time must be RFC 3339, got "yesterday"')
  expect(() => parseRaw('{')).toThrow('invalid JSON')
  expect(parseRaw('{"a":[1]}')).toEqual({ a: [1] })
})
