import { expect, test } from 'vitest'
import { ageOf, humanDuration } from './age.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test.each([
  [-2 * second, '<invalid>'],
  [-second, '0s'],
  [0, '0s'],
  [119 * second, '119s'],
  [999, '0s'],
  [2 * minute, '2m'],
  [2 * minute + second, '2m1s'],
  [9 * minute + 59 * second, '9m59s'],
  [5 * minute + 10 * second, '5m10s'],
  [10 * minute + 10 * second, '10m'],
  [179 * minute, '179m'],
  [3 * hour + 4 * minute, '3h4m'],
  [3 * hour, '3h'],
  [7 * hour + minute, '7h1m'],
  [8 * hour + 4 * minute, '8h'],
  [47 * hour, '47h'],
  [2 * day, '2d'],
  [3 * day + 5 * hour, '3d5h'],
  [7 * day + hour, '7d1h'],
  [8 * day + 5 * hour, '8d'],
  [729 * day, '729d'],
  [2 * 365 * day, '2y'],
  [2 * 365 * day + 9 * day, '2y9d'],
  [7 * 365 * day + day, '7y1d'],
  [8 * 365 * day + 9 * day, '8y'],
])('%d ms are %s: longer durations are coarser', (ms, text) => {
  expect(humanDuration(ms)).toBe(text)
})

test('an invalid time is unknown', () => {
  expect(ageOf('', 0)).toBe('<unknown>')
  expect(ageOf('1970-01-01T00:00:00Z', 5000)).toBe('5s')
})
