import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { sleep } from '../../api/clock.ts'
import { AsyncTracker } from './async-tracker.ts'
import { Lazy } from './lazy.ts'
import { SingleFileTracker } from './single-file-tracker.ts'

describe.each([
  ['SingleFileTracker', () => new SingleFileTracker()],
  ['AsyncTracker', () => new AsyncTracker<string>()],
])('%s', (_, create) => {
  test('T-SYN-1: what was started and finished is not enough without the source', () => {
    const tracker = create()
    tracker.start('a')
    tracker.finished('a')
    expect([tracker.hasSynced(), tracker.isDone()]).toEqual([false, false])
  })

  test('T-SYN-3, T-SYN-4: it has synced when the source has and nothing is under way, in either order', async () => {
    const [early, late] = [create(), create()]
    early.start('a')
    early.finished('a')
    expect(early.hasSynced()).toBe(false)
    early.upstreamHasSynced()
    late.start('a')
    late.upstreamHasSynced()
    expect([early.hasSynced(), late.hasSynced()]).toEqual([true, false])
    late.finished('a')
    expect(late.hasSynced()).toBe(true)
    await Promise.all([early.done, late.done])
  })

  test('once synced it stays so, whatever is started later', () => {
    const tracker = create()
    tracker.upstreamHasSynced()
    tracker.start('b')
    expect(tracker.hasSynced()).toBe(true)
  })
})

test('T-SYN-5: an AsyncTracker follows keys that are worked on side by side', async () => {
  const tracker = new AsyncTracker<number>()
  const clock = new FakeClock()
  const work = async (key: number) => {
    tracker.start(key)
    await sleep(clock, 100 - key)
    tracker.finished(key)
  }
  const all = Promise.all(Array.from({ length: 11 }, (_, key) => work(key)))
  tracker.upstreamHasSynced()
  expect(tracker.hasSynced()).toBe(false)
  tracker.finished(4_711)
  await clock.advance(99)
  expect(tracker.hasSynced()).toBe(false)
  await clock.advance(1)
  await all
  expect(tracker.hasSynced()).toBe(true)
})

test('T-SYN-7: one finish too many throws, and what has synced stays so', () => {
  const tracker = new SingleFileTracker()
  tracker.start()
  tracker.upstreamHasSynced()
  tracker.finished()
  expect(() => tracker.finished()).toThrow(/negative counter/)
  expect(tracker.hasSynced()).toBe(true)
})

describe('Lazy', () => {
  /** A computation of a given duration. */
  const slow = (delays: readonly number[]) => {
    const clock = new FakeClock()
    let evaluations = 0
    const lazy = new Lazy(async () => {
      const mine = ++evaluations
      await sleep(clock, delays[mine - 1] ?? 0)
      return mine
    })
    return { clock, lazy, evaluations: () => evaluations }
  }

  test('T-SYN-8: no call returns a value that was computed before its own notify', async () => {
    const clock = new FakeClock()
    let value = 0
    const lazy = new Lazy(async () => {
      const seen = value
      await sleep(clock, 7)
      return seen
    })
    const worker = async (i: number) => {
      await sleep(clock, i)
      const mine = ++value
      lazy.notify()
      expect(await lazy.get()).toBeGreaterThanOrEqual(mine)
    }
    const workers = Promise.all(Array.from({ length: 10 }, (_, i) => worker(i * 3)))
    await clock.advance(100)
    await workers
    expect(await Promise.all([lazy.get(), clock.advance(7)])).toEqual([10, undefined])
  })

  test('T-SYN-9: notes that come faster than the computation do not pile up', async () => {
    const { clock, lazy } = slow(Array.from({ length: 100 }, () => 11))
    let waited = 0
    const asks = Array.from({ length: 100 }, async (_, i) => {
      await sleep(clock, i * 10)
      lazy.notify()
      const begun = clock.now()
      await lazy.get()
      waited += clock.now() - begun
    })
    await clock.advance(2_000)
    await Promise.all(asks)
    expect(waited).toBe(1_100)
  })

  test.each([
    ['T-SYN-10: an outdated computation that ends last replaces nothing', [100, 10]],
    ['T-SYN-11: nor does one that ends first', [10, 100]],
  ])('%s', async (_, delays) => {
    const { clock, lazy, evaluations } = slow(delays)
    const first = lazy.get()
    lazy.notify()
    const second = lazy.get()
    await clock.advance(100)
    expect(await Promise.all([first, second, lazy.get()])).toEqual([1, 2, 2])
    expect(evaluations()).toBe(2)
  })

  test('those who ask at the same time share a computation, and an error is not kept', async () => {
    let evaluations = 0
    const lazy = new Lazy(() => {
      if (++evaluations === 1) throw new Error('once')
      return 'value'
    })
    const outcomes = await Promise.allSettled([lazy.get(), lazy.get()])
    expect([outcomes.map(outcome => outcome.status), evaluations]).toEqual([['rejected', 'rejected'], 1])
    expect(await lazy.get()).toBe('value')
  })
})
