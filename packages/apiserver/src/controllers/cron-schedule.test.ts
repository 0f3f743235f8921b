import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSchedule } from './jobs/cron-schedule.ts'

const MINUTE_MS = 60_000
const START = Date.UTC(2026, 1, 27, 22, 40)

/** The values of a field of numbers, ranges and steps. */
function valuesOf(text: string, first: number, last: number): ReadonlySet<number> {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return new Set(
    text.split(',').flatMap(part => {
      const [range = '', step = '1'] = part.split('/')
      const [low, high = part.includes('/') ? last : low] = range === '*' ? [first, last] : range.split('-')
      return all.filter(
        value => value >= Number(low) && value <= Number(high) && (value - Number(low)) % Number(step) === 0,
      )
    }),
  )
}

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Looks at one minute after the other. */
function naiveNext(text: string, afterMs: number, minutes: number): number | undefined {
  const fields = text.split(' ')
  const sets = RANGES.map(([first, last], index) => valuesOf(fields[index] ?? '', first, last))
  const has = (index: number, value: number): boolean => sets[index]?.has(value) ?? false
  const isAnyDay = fields[2]?.startsWith('*') || fields[4]?.startsWith('*')
  for (
    let at = afterMs + MINUTE_MS - (afterMs % MINUTE_MS);
    at < afterMs + minutes * MINUTE_MS;
    at += MINUTE_MS
  ) {
    const time = new Date(at)
    const isDate = has(2, time.getUTCDate())
    const isDay = has(4, time.getUTCDay()) || (time.getUTCDay() === 0 && has(4, 7))
    const isEither = isAnyDay ? isDate && isDay : isDate || isDay
    if (
      isEither &&
      has(0, time.getUTCMinutes()) &&
      has(1, time.getUTCHours()) &&
      has(3, time.getUTCMonth() + 1)
    )
      return at
  }
  return undefined
}

function field(first: number, last: number): fc.Arbitrary<string> {
  const number = fc.integer({ min: first, max: last })
  const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)
  const step = fc.integer({ min: 1, max: 9 })
  const part = fc.oneof(
    number.map(String),
    range,
    fc.tuple(fc.oneof(range, fc.constant('*'), number), step).map(parts => parts.join('/')),
  )
  return fc.oneof(
    fc.constant('*'),
    part,
    fc.tuple(part, part).map(parts => parts.join(',')),
  )
}

test('the next time is the first minute whose five fields match', () => {
  const schedule = fc
    .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7))
    .map(fields => fields.join(' '))
  fc.assert(
    fc.property(schedule, fc.nat({ max: 3_000_000 }), (text, offset) => {
      const after = START + offset
      const expected = naiveNext(text, after, 4_320)
      const next = parseSchedule(text)?.next(after)
      if (expected === undefined) expect(next === undefined || next >= after + 4_320 * MINUTE_MS).toBe(true)
      else expect(next).toBe(expected)
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['@yearly', '2027-01-01T00:00'],
  ['@annually', '2027-01-01T00:00'],
  ['@monthly', '2026-03-01T00:00'],
  ['@weekly', '2026-03-01T00:00'],
  ['@daily', '2026-02-28T00:00'],
  ['@midnight', '2026-02-28T00:00'],
  ['@hourly', '2026-02-27T23:00'],
  [' @every 1h2m3s ', '2026-02-27T23:42'],
  ['0 * ? * ?', '2026-02-27T23:00'],
  ['0 0 1 JAN *', '2027-01-01T00:00'],
  ['0 0 * dec Sat', '2026-12-05T00:00'],
])('%s is due at %s', (text, time) => {
  const next = parseSchedule(text)?.next(START)
  expect(new Date(next ?? 0).toISOString().slice(0, 16)).toBe(time)
})

test.each([
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 0 *',
  '* * * 13 *',
  '* * * * 8',
  '1-2-3 * * * *',
])('%s is no schedule', text => {
  expect(parseSchedule(text)).toBeUndefined()
})

test.each([
  '1/2/3 * * * *',
  '1/1.5 * * * *',
  '1/0 * * * *',
  '2-1 * * * *',
  '* * * * * *',
  '@every 0s',
  '@every ',
])('%s is no schedule either', text => {
  expect(parseSchedule(text)).toBeUndefined()
})
