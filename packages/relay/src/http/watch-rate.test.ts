import { StatusError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WatchRate } from './watch-rate.ts'

/** The delay of a rejection in seconds; 0 if a watch may open. */
function ask(rate: WatchRate): number {
  try {
    rate.take()
    return 0
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    expect(error.code).toBe(429)
    return error.retryAfterSeconds ?? Number.NaN
  }
}

test('a burst opens at once, and later as many a second as configured', async () => {
  const clock = new FakeClock()
  const rate = new WatchRate({ perSecond: 10, burst: 20, clock })
  const opened = () => Array.from({ length: 50 }, () => ask(rate)).filter(delay => delay === 0).length
  expect(opened()).toBe(20)
  await clock.advance(500)
  expect(opened()).toBe(5)
  await clock.advance(60_000)
  expect(opened()).toBe(20)
  expect(rate.refused).toBe(30 + 45 + 30)
})

test('readers that lost their watches together return in different seconds, and find room', async () => {
  const clock = new FakeClock()
  const rate = new WatchRate({ perSecond: 10, burst: 20, clock })
  let rejected = 0
  const delays = Array.from({ length: 220 }, () => ask(rate))
  for (let second = 0; second <= 20; second++) {
    expect(delays.filter(delay => delay === second)).toHaveLength(second === 0 ? 20 : 10)
    if (second === 0) continue
    await clock.advance(1000)
    for (let reader = 0; reader < 10; reader++) if (ask(rate) > 0) rejected++
  }
  expect(rejected).toBe(0)
})

test('no reader is asked to wait longer than a minute, however many are refused', () => {
  const rate = new WatchRate({ perSecond: 1, burst: 1, clock: new FakeClock() })
  const delays = Array.from({ length: 1000 }, () => ask(rate))
  expect(Math.max(...delays)).toBe(60)
  // Those beyond a minute are spread over it, too.
  expect(delays.filter(delay => delay === 30).length).toBeGreaterThan(10)
})

test('after a minute is promised, the next reader returns as if no other was', () => {
  const rate = new WatchRate({ perSecond: 0.25, burst: 1, clock: new FakeClock() })
  const delays = Array.from({ length: 18 }, () => ask(rate))
  expect(delays).toEqual([0, ...Array.from({ length: 15 }, (_, index) => 4 * (index + 1)), 4, 8])
})

test('the room of a watch that did not open is returned, up to the burst', () => {
  const rate = new WatchRate({ perSecond: 1, burst: 2, clock: new FakeClock() })
  rate.giveBack()
  expect([ask(rate), ask(rate), ask(rate)]).toEqual([0, 0, 1])
  rate.giveBack()
  expect(ask(rate)).toBe(0)
})

test('never more than the burst and the rate, and a fraction of a second counts', () => {
  const step = fc.record({ waitMs: fc.integer({ min: 0, max: 700 }), asks: fc.integer({ max: 30, min: 0 }) })
  return fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 20 }),
      fc.array(step, { maxLength: 12 }),
      async (perSecond, more, steps) => {
        const clock = new FakeClock()
        const burst = perSecond + more
        const rate = new WatchRate({ perSecond, burst, clock })
        const opened: number[] = []
        for (const { waitMs, asks } of steps) {
          await clock.advance(waitMs)
          for (let asked = 0; asked < asks; asked++) if (ask(rate) === 0) opened.push(clock.now())
        }
        opened.forEach((from, first) => {
          opened.slice(first).forEach((to, count) => {
            expect(count + 1).toBeLessThanOrEqual(burst + ((to - from) / 1000) * perSecond + 1e-6)
          })
        })
      },
    ),
    { numRuns: 50 },
  )
})

test.each([
  [0, 1],
  [-1, 1],
  [Number.NaN, 1],
  [10, 9],
  [0.5, 0.5],
])('%d a second with a burst of %d is refused', (perSecond, burst) => {
  expect(() => new WatchRate({ perSecond, burst, clock: new FakeClock() })).toThrow('must be')
})

test('without a limit, all open', () => {
  const rate = new WatchRate({
    perSecond: Number.POSITIVE_INFINITY,
    burst: Number.POSITIVE_INFINITY,
    clock: new FakeClock(),
  })
  expect(Array.from({ length: 1000 }, () => ask(rate)).every(delay => delay === 0)).toBe(true)
})
