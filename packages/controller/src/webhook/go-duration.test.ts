import { expect, test } from 'vitest'
import { parseGoDuration } from './go-duration.ts'

test.each([
  ['10s', 10_000],
  ['+10s', 10_000],
  ['1m30s', 90_000],
  ['1.5s', 1500],
  ['.5s', 500],
  ['2.s', 2000],
  ['2h45m', 9_900_000],
  ['250ms', 250],
  ['5us', 0.005],
  ['5µs', 0.005],
  ['5μs', 0.005],
  ['1000000ns', 1],
  ['0s', 0],
])('%s is %d ms', (text, ms) => expect(parseGoDuration(text)).toBeCloseTo(ms, 9))

test('a long text without a unit is read in linear time', () => {
  expect(parseGoDuration('1'.repeat(10_000_000))).toBeUndefined()
})

test.each(['', '10', 's', '-1s', '10 s', '1.2.3s', '1d', '10S', '1e3s', '.s', '10s ', 'Infinity'])(
  '%j is no duration',
  text => expect(parseGoDuration(text)).toBeUndefined(),
)
