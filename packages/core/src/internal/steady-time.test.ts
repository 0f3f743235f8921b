import { expect, test } from 'vitest'
import { SteadyTime } from './steady-time.ts'

test('the time follows the clock forward, and stands still where the clock is set back', () => {
  let now = 0
  const time = new SteadyTime({ now: () => now })
  const readings = [-5, 10, 10, 4, 6, 1, 20].map(reading => {
    now = reading
    return time.now()
  })
  expect(readings).toEqual([-5, 10, 10, 10, 12, 12, 31])
})
