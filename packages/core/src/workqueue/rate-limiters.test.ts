import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { BucketRateLimiter } from './bucket-rate-limiter.ts'
import { defaultControllerRateLimiter, defaultItemBasedRateLimiter } from './default-rate-limiters.ts'
import { ItemExponentialFailureRateLimiter } from './item-exponential-failure-rate-limiter.ts'
import { ItemFastSlowRateLimiter } from './item-fast-slow-rate-limiter.ts'
import { MaxOfRateLimiter } from './max-of-rate-limiter.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { WithMaxWaitRateLimiter } from './with-max-wait-rate-limiter.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delays of the next calls for one item. */
const delays = (limiter: RateLimiter<string>, calls: number, item = 'one'): number[] =>
  Array.from({ length: calls }, () => limiter.when(item))

const exponential = (baseDelayMs: number, maxDelayMs: number) =>
  new ItemExponentialFailureRateLimiter<string>({ baseDelayMs, maxDelayMs })

test('T-WQR-1: the delay of an item doubles, and other items have their own', () => {
  const limiter = exponential(1, SECOND)
  expect(delays(limiter, 5)).toEqual([1, 2, 4, 8, 16])
  expect(limiter.numRequeues('one')).toBe(5)
  expect(delays(limiter, 2, 'two')).toEqual([1, 2])
  expect(limiter.numRequeues('two')).toBe(2)
  limiter.forget('one')
  expect(limiter.numRequeues('one')).toBe(0)
  expect(limiter.when('one')).toBe(1)
  expect(limiter.numRequeues('two')).toBe(2)
})

test('T-WQR-2: the delay of the 1001st failure is the longest one', () => {
  const limiter = exponential(1, 1000 * SECOND)
  expect(delays(limiter, 6).at(-1)).toBe(32)
  expect(delays(limiter, 995).at(-1)).toBe(1000 * SECOND)
  expect(delays(limiter, 1000).at(-1)).toBe(1000 * SECOND)
})

test('T-WQR-3: large base delays do not overflow either', () => {
  const limiter = exponential(MINUTE, 1000 * HOUR)
  expect(delays(limiter, 3).at(-1)).toBe(4 * MINUTE)
  expect(delays(limiter, 998).at(-1)).toBe(1000 * HOUR)
})

test('T-WQR-4: the first failures are retried fast, later ones slowly', () => {
  const limiter = new ItemFastSlowRateLimiter<string>({
    fastDelayMs: 5,
    slowDelayMs: 10 * SECOND,
    maxFastAttempts: 3,
  })
  expect(delays(limiter, 5)).toEqual([5, 5, 5, 10 * SECOND, 10 * SECOND])
  expect(limiter.numRequeues('one')).toBe(5)
  expect(delays(limiter, 2, 'two')).toEqual([5, 5])
  limiter.forget('one')
  expect(limiter.numRequeues('one')).toBe(0)
  expect(limiter.when('one')).toBe(5)
})

test('T-WQR-5: the longest of several delays counts, and all limiters forget', () => {
  const limiter = new MaxOfRateLimiter<string>(
    new ItemFastSlowRateLimiter({ fastDelayMs: 5, slowDelayMs: 3 * SECOND, maxFastAttempts: 3 }),
    exponential(1, SECOND),
  )
  expect(delays(limiter, 5)).toEqual([5, 5, 5, 3 * SECOND, 3 * SECOND])
  expect(limiter.numRequeues('one')).toBe(5)
  limiter.forget('one')
  expect(limiter.numRequeues('one')).toBe(0)
  expect(limiter.when('one')).toBe(5)
})

test('T-WQR-6: the delays of another limiter are cut at the longest wait', () => {
  let calls = 0
  const steps: RateLimiter<string> = {
    when: () => (calls++ < 100 ? 5 : 1000 * SECOND),
    forget: () => {
      calls = 0
    },
    numRequeues: () => calls,
  }
  const limiter = new WithMaxWaitRateLimiter(steps, 500 * SECOND)
  expect(delays(limiter, 200)).toEqual([
    ...Array.from({ length: 100 }, () => 5),
    ...Array.from({ length: 100 }, () => 500 * SECOND),
  ])
  expect(limiter.numRequeues('one')).toBe(200)
  limiter.forget('one')
  expect(limiter.numRequeues('one')).toBe(0)
})

test('C-WQ-9: a bucket gives its burst at once, then one token in each interval', async () => {
  const clock = new FakeClock()
  const limiter = new BucketRateLimiter<string>({ qps: 10, burst: 100, clock })
  const first = delays(limiter, 102)
  expect(first.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 0))
  expect(first[100]).toBeCloseTo(100)
  expect(first[101]).toBeCloseTo(200)
  expect(limiter.numRequeues('one')).toBe(0)
  limiter.forget('one')
  expect(limiter.when('one')).toBeCloseTo(300)
  await clock.advance(300)
  expect(limiter.when('one')).toBeCloseTo(100)
  await clock.advance(HOUR)
  expect(delays(limiter, 101)[100]).toBeCloseTo(100)
})

test('a bucket that can never give a token is refused; a clock that goes back gives no tokens', async () => {
  expect(() => new BucketRateLimiter({ qps: 0, burst: 1 })).toThrow('never has one')
  expect(() => new BucketRateLimiter({ qps: 1, burst: 0 })).toThrow('never has one')
  let now = 1_000_000
  const clock = Object.assign(new FakeClock(), { now: () => now })
  const limiter = new BucketRateLimiter<string>({ qps: 1, burst: 1, clock })
  expect(limiter.when('one')).toBe(0)
  now = 0
  expect(limiter.when('one')).toBeCloseTo(SECOND)
})

test('C-WQ-11: the delays from 5 ms end in 655.36 s and 1000 s', () => {
  const limiter = exponential(5, 1000 * SECOND)
  expect(delays(limiter, 19).slice(17)).toEqual([655_360, 1_000_000])
  expect(limiter.numRequeues('one')).toBe(19)
  limiter.forget('one')
  expect(limiter.when('one')).toBe(5)
})

test('the default limiters have the delays of client-go', () => {
  const clock = new FakeClock()
  const controller = defaultControllerRateLimiter<string>({ clock })
  expect(delays(controller, 3)).toEqual([5, 10, 20])
  expect(delays(controller, 97, 'two').at(-1)).toBe(1000 * SECOND)
  expect(controller.when('three')).toBeCloseTo(100)
  const itemBased = defaultItemBasedRateLimiter<string>()
  expect(delays(itemBased, 21).slice(0, 3)).toEqual([1, 2, 4])
  expect(itemBased.when('one')).toBe(1000 * SECOND)
})
