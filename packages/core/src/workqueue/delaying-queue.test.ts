import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { QueueMetricsRecorder } from '../test/queue-metrics-recorder.ts'
import { DelayingQueue } from './delaying-queue.ts'
import { RateLimitingQueue } from './rate-limiting-queue.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND

function setUp() {
  const clock = new FakeClock()
  return { clock, queue: new DelayingQueue<string>({ clock }) }
}

async function takeAll(queue: DelayingQueue<string>): Promise<(string | undefined)[]> {
  const items: (string | undefined)[] = []
  while (queue.length > 0) {
    const item = await queue.get()
    items.push(item)
    if (item !== undefined) queue.done(item)
  }
  return items
}

test('T-WQD-1: a delayed item is delivered once', async () => {
  const { clock, queue } = setUp()
  queue.addAfter('foo', 50)
  await clock.advance(49)
  expect(queue.length).toBe(0)
  await clock.advance(11)
  expect(await takeAll(queue)).toEqual(['foo'])
  await clock.advance(10 * SECOND)
  expect(queue.length).toBe(0)
  expect(clock.pendingTimers).toBe(0)
})

test('T-WQD-2: a second delay that is longer has no effect', async () => {
  const { clock, queue } = setUp()
  queue.addAfter('foo', 50)
  queue.addAfter('foo', 70)
  await clock.advance(60)
  expect(await takeAll(queue)).toEqual(['foo'])
  await clock.advance(20)
  expect(queue.length).toBe(0)
})

test('T-WQD-3: a second delay that is shorter replaces the first', async () => {
  const { clock, queue } = setUp()
  queue.addAfter('foo', 50)
  queue.addAfter('foo', 30)
  await clock.advance(40)
  expect(await takeAll(queue)).toEqual(['foo'])
  await clock.advance(20)
  expect(queue.length).toBe(0)
})

test('T-WQD-4: an item that is due earlier is not held up by one that was added earlier', async () => {
  const { clock, queue } = setUp()
  queue.addAfter('foo', SECOND)
  queue.addAfter('bar', 50)
  await clock.advance(60)
  expect(await takeAll(queue)).toEqual(['bar'])
  queue.addAfter('baz', 2 * SECOND)
  await clock.advance(SECOND)
  expect(await takeAll(queue)).toEqual(['foo'])
  await clock.advance(2 * SECOND)
  expect(await takeAll(queue)).toEqual(['baz'])
})

test('T-WQD-5: items that are due in one step are delivered by their times', async () => {
  const { clock, queue } = setUp()
  for (const delay of [1000, 500, 250]) queue.addAfter(`${delay}`, delay)
  await clock.advance(2 * SECOND)
  expect(await takeAll(queue)).toEqual(['250', '500', '1000'])
})

test('an item that is added while it waits for its time is handed out twice', async () => {
  const { clock, queue } = setUp()
  queue.addAfter('foo', 50)
  queue.add('foo')
  expect(await takeAll(queue)).toEqual(['foo'])
  await clock.advance(50)
  expect(await takeAll(queue)).toEqual(['foo'])
})

test('a delay that is not positive adds at once; one that is no number is refused', () => {
  const { queue } = setUp()
  queue.addAfter('foo', 0)
  queue.addAfter('bar', -1)
  expect(queue.length).toBe(2)
  expect(() => queue.addAfter('baz', Number.NaN)).toThrow('not a number')
})

test('a delay may be longer than the timeouts of the host; an infinite one never ends', async () => {
  const timeouts: number[] = []
  const { clock } = setUp()
  const queue = new DelayingQueue<string>({
    clock: {
      ...clock,
      setTimeout: (callback, delayMs) => {
        timeouts.push(delayMs)
        return clock.setTimeout(callback, delayMs)
      },
    },
  })
  queue.addAfter('never', Number.POSITIVE_INFINITY)
  queue.addAfter('foo', DAY)
  await clock.advance(DAY - 1)
  expect(queue.length).toBe(0)
  await clock.advance(1)
  expect(await takeAll(queue)).toEqual(['foo'])
  expect(Math.max(...timeouts)).toBe(10 * SECOND)
  queue.shutDown()
})

test('times that became earlier many times leave nothing behind', async () => {
  const { clock, queue } = setUp()
  queue.addAfter('other', 20 * SECOND)
  for (let delay = 10_000; delay > 0; delay--) queue.addAfter('foo', delay)
  await clock.advance(1)
  expect(await takeAll(queue)).toEqual(['foo'])
  queue.addAfter('foo', 5 * SECOND)
  await clock.advance(20 * SECOND)
  expect(await takeAll(queue)).toEqual(['foo', 'other'])
  expect(clock.pendingTimers).toBe(0)
})

test('all delays share one timer', () => {
  const { clock, queue } = setUp()
  for (let i = 0; i < 1000; i++) queue.addAfter(`${i}`, 1000 - i)
  expect(clock.pendingTimers).toBe(1)
  queue.shutDown()
  expect(clock.pendingTimers).toBe(0)
})

test('S-54: a shutdown with drain drops the items that wait for their time', async () => {
  for (const end of ['shutDownWithDrain', 'shutDown'] as const) {
    const { clock, queue } = setUp()
    queue.add('held')
    await queue.get()
    queue.addAfter('foo', SECOND)
    const ended = queue[end]()
    expect(clock.pendingTimers).toBe(0)
    queue.done('held')
    await ended
    await clock.advance(SECOND)
    expect(queue.length).toBe(0)
  }
})

test('C-WQ-7: after the shutdown nothing is added, counted or timed', async () => {
  const clock = new FakeClock()
  const metrics = new QueueMetricsRecorder()
  const queue = new RateLimitingQueue<string>({ name: 'test', metricsProvider: metrics, clock })
  queue.shutDown()
  queue.addAfter('foo', SECOND)
  queue.addAfter('foo', 0)
  queue.addRateLimited('foo')
  queue.add('foo')
  expect(queue.numRequeues('foo')).toBe(1)
  expect([metrics.retries, metrics.adds, metrics.depths.size]).toEqual([0, 0, 0])
  queue.shutDown()
  await queue.shutDownWithDrain()
  await clock.advance(SECOND)
  expect([queue.length, clock.pendingTimers]).toEqual([0, 0])
})
