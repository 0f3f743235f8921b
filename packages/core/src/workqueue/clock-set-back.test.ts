import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { Clock } from '../api/clock.ts'
import { DelayingQueue } from './delaying-queue.ts'
import { PriorityQueue } from './priority-queue.ts'

const HOUR_MS = 3_600_000

/** A host whose timers go on while its clock is changed. */
function setUp() {
  const host = new FakeClock({ now: 2 * HOUR_MS })
  const state = { shiftMs: 0 }
  const clock: Clock = {
    now: () => host.now() + state.shiftMs,
    setTimeout: host.setTimeout,
    clearTimeout: host.clearTimeout,
    yieldToHost: host.yieldToHost,
  }
  return { host, state, clock }
}

const QUEUES = {
  DelayingQueue: (clock: Clock) => new DelayingQueue<string>({ clock }),
  PriorityQueue: (clock: Clock) => new PriorityQueue<string>({ clock }),
}

test.each(Object.entries(QUEUES))(
  'C-WQ-16: %s: a clock that is set back delays an item by ten seconds at most',
  async (_, create) => {
    const { host, state, clock } = setUp()
    const queue = create(clock)
    queue.addAfter('soon', 5_000)
    queue.addAfter('later', 60_000)
    await host.advance(1_000)
    state.shiftMs = -HOUR_MS
    await host.advance(3_999)
    expect(queue.length, 'not early').toBe(0)
    await host.advance(10_001)
    expect(queue.length).toBe(1)
    state.shiftMs = -2 * HOUR_MS
    await host.advance(44_999)
    expect(queue.length).toBe(1)
    await host.advance(20_001)
    expect([queue.length, host.pendingTimers]).toEqual([2, 0])
    queue.addAfter('new', 5_000)
    await host.advance(5_000)
    expect(queue.length, 'later items wait exactly').toBe(3)
  },
)

test('an item that is added after the clock was set back does not wait for earlier ones', async () => {
  const { host, state, clock } = setUp()
  const queue = new PriorityQueue<string>({ clock })
  queue.addAfter('old', 60_000)
  state.shiftMs = -HOUR_MS
  queue.addAfter('new', 1_000)
  await host.advance(1_000)
  expect(queue.length).toBe(1)
})

test('an item is due at once if the clock is set forward, at the next reading', async () => {
  const { host, state, clock } = setUp()
  const queue = new PriorityQueue<string>({ clock })
  queue.addAfter('a', HOUR_MS)
  state.shiftMs = HOUR_MS
  await host.advance(10_000)
  expect(queue.length).toBe(1)
})
