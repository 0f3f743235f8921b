import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { WatchRates } from './watch-rates.ts'

const start = (options: { perSecond?: number; burst?: number } = {}) => {
  const clock = new FakeClock()
  const rates = new WatchRates({ perSecond: 8, burst: 16, userShare: 0.25, clock, ...options })
  /** Whether a watch of the user opens. */
  const open = (user: string): boolean => {
    try {
      const slot = rates.take()
      try {
        slot.takeShare(user)
        slot.use()
      } finally {
        slot.release()
      }
      return true
    } catch {
      return false
    }
  }
  const count = (user: string) => Array.from({ length: 50 }, () => open(user)).filter(Boolean).length
  return { clock, rates, count }
}

test('a user takes a share of the rate and of the burst, and leaves the rest to others', async () => {
  const { clock, rates, count } = start()
  expect([count('mallory'), count('alice'), count('bob'), count('carol'), count('dave')]).toEqual([
    4, 4, 4, 4, 0,
  ])
  expect(rates.refused).toBe(46 * 4 + 50)
  await clock.advance(1000)
  expect([count('mallory'), count('alice')]).toEqual([2, 2])
  await clock.advance(600_000)
  expect(count('mallory')).toBe(4)
})

test('a watch that does not open gives both places back', () => {
  const { rates, count } = start()
  for (let refused = 0; refused < 100; refused++) {
    const slot = rates.take()
    slot.takeShare('mallory')
    slot.release()
  }
  expect([count('mallory'), count('bob')]).toEqual([4, 4])
})

test('a share is at least one watch, and one of no limit is none', () => {
  expect(start({ perSecond: 1, burst: 1 }).count('alice')).toBe(1)
  const unlimited = { perSecond: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY }
  expect(start(unlimited).count('alice')).toBe(50)
})
