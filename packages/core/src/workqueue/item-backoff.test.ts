import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { ItemBackoff, type ItemBackoffOptions } from './item-backoff.ts'

const SECOND = 1000
const ID = 'id'

function setUp(maxSeconds: number, options: Partial<ItemBackoffOptions> = {}) {
  const clock = new FakeClock()
  return {
    clock,
    backoff: new ItemBackoff({ initialMs: SECOND, maxMs: maxSeconds * SECOND, clock, ...options }),
  }
}

/** A backoff of at most 5 s that has reached it. */
async function setUpAtMax() {
  const { clock, backoff } = setUp(5)
  for (let i = 0; i <= 5; i++) {
    await clock.advance(SECOND)
    backoff.next(ID)
  }
  return { clock, backoff }
}

test('T-BKO-1: the delay doubles up to the longest one, and a reset removes it', async () => {
  const { clock, backoff } = setUp(50)
  const seen: number[] = []
  for (let i = 0; i < 10; i++) {
    await clock.advance(SECOND)
    seen.push(backoff.get(ID) / SECOND)
    backoff.next(ID)
  }
  expect(seen).toEqual([0, 1, 2, 4, 8, 16, 32, 50, 50, 50])
  backoff.reset(ID)
  expect(backoff.get(ID)).toBe(0)
})

test('T-BKO-2: an item that was idle for more than twice the longest delay is not in backoff', async () => {
  const { clock, backoff } = await setUpAtMax()
  const lastUpdate = clock.now()
  expect(backoff.isInBackOffSince(ID, lastUpdate)).toBe(true)
  await clock.advance(11 * SECOND)
  expect(backoff.isInBackOffSince(ID, lastUpdate)).toBe(false)
  expect(backoff.isInBackOffSince(ID, clock.now())).toBe(false)
})

test('an item that was idle for less than that stays at the longest delay', async () => {
  const { clock, backoff } = await setUpAtMax()
  await clock.advance(6 * SECOND)
  backoff.next(ID)
  expect(backoff.get(ID)).toBe(5 * SECOND)
})

test('T-BKO-4: expired delays are removed', async () => {
  const { clock, backoff } = await setUpAtMax()
  await clock.advance(6 * SECOND)
  backoff.removeExpired()
  expect(backoff.size).toBe(1)
  await clock.advance(6 * SECOND)
  backoff.removeExpired()
  expect(backoff.size).toBe(0)
})

test('T-BKO-5: a function of the user decides what is removed', async () => {
  const hasExpired = (event: number, lastUpdate: number) => event - lastUpdate >= 200 * SECOND
  const { clock, backoff } = setUp(50, { hasExpired })
  backoff.next(ID)
  await clock.advance(101 * SECOND)
  backoff.removeExpired()
  expect(backoff.size).toBe(1)
  await clock.advance(99 * SECOND)
  backoff.removeExpired()
  expect(backoff.size).toBe(0)
})

test('T-BKO-5: and when the delays start again', async () => {
  const hasExpired = (event: number, lastUpdate: number) => event - lastUpdate >= 8 * SECOND
  const { clock, backoff } = setUp(50, { hasExpired })
  backoff.next(ID)
  await clock.advance(5 * SECOND)
  backoff.next(ID)
  expect(backoff.get(ID)).toBe(2 * SECOND)
  await clock.advance(9 * SECOND)
  backoff.next(ID)
  expect(backoff.get(ID)).toBe(SECOND)
})

test('T-BKO-6: the windows double, and start again after a long idle time', async () => {
  const { clock, backoff } = setUp(10)
  // The ticks at which the item is not in backoff, and the delay that its next failure then sets.
  const free = new Map([
    [0, 1],
    [1, 2],
    [3, 4],
    [7, 8],
    [15, 10],
    [25, 10],
    [35, 10],
    [56, 1],
    [57, 2],
  ])
  const ticks = [...Array.from({ length: 36 }, (_, tick) => tick), 56, 57]
  const start = clock.now()
  for (const tick of ticks) {
    await clock.advance(start + tick * SECOND - clock.now())
    const next = free.get(tick)
    expect([tick, backoff.isInBackOffSinceUpdate(ID)]).toEqual([tick, next === undefined])
    if (next === undefined) continue
    backoff.next(ID)
    expect([tick, backoff.get(ID)]).toEqual([tick, next * SECOND])
  }
})

test('T-BKO-7: jitter adds a part of the previous delay', async () => {
  for (const random of [0.01, 0.5, 0.99]) {
    const { clock, backoff } = setUp(60, { initialMs: 100, maxJitterFactor: 0.1, random: () => random })
    let previous = 100
    for (let i = 0; i < 12; i++) {
      await clock.advance(100)
      backoff.next(ID)
      const delay = backoff.get(ID)
      const low = i === 0 ? previous : 2 * previous
      expect(delay === 60 * SECOND || (delay > low && delay <= low + 0.1 * previous)).toBe(true)
      previous = delay
    }
    expect(previous).toBe(60 * SECOND)
  }
})

test('an item expires after exactly twice the longest delay, not with it', async () => {
  const { clock, backoff } = setUp(5)
  backoff.next(ID)
  await clock.advance(10 * SECOND)
  backoff.removeExpired()
  expect([backoff.size, backoff.get(ID)]).toEqual([1, SECOND])
  backoff.next(ID)
  expect(backoff.get(ID)).toBe(2 * SECOND)
  await clock.advance(10 * SECOND + 1)
  backoff.removeExpired()
  expect([backoff.size, backoff.get(ID)]).toEqual([0, 0])
})

test('an item is in backoff until its delay has passed', async () => {
  const { clock, backoff } = setUp(5)
  const start = clock.now()
  backoff.next(ID)
  const isIn = () => [backoff.isInBackOffSince(ID, start), backoff.isInBackOffSinceUpdate(ID)]
  await clock.advance(SECOND - 1)
  expect(isIn()).toEqual([true, true])
  await clock.advance(1)
  expect(isIn()).toEqual([false, false])
})
