import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { QueueMetricsRecorder } from '../test/queue-metrics-recorder.ts'
import { ItemExponentialFailureRateLimiter } from './item-exponential-failure-rate-limiter.ts'
import { PriorityQueue } from './priority-queue.ts'
import type { PriorityQueueOptions } from './priority-queue-options.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

function setUp(options: PriorityQueueOptions<string> = {}) {
  const clock = new FakeClock()
  const metrics = new QueueMetricsRecorder()
  const queue = new PriorityQueue<string>({ name: 'test', metricsProvider: metrics, clock, ...options })
  return { clock, metrics, queue }
}

/** Takes the next item and ends its processing. */
async function takeDone<T>(queue: PriorityQueue<T>): Promise<T | undefined> {
  const item = await queue.get()
  if (item !== undefined) queue.done(item)
  return item
}

/** Takes all items that are ready. */
async function takeAll<T>(queue: PriorityQueue<T>): Promise<(T | undefined)[]> {
  const items: (T | undefined)[] = []
  while (queue.length > 0) items.push(await takeDone(queue))
  return items
}

test('C-PQ-1: an item is returned with priority 0, and counted', async () => {
  const { queue, metrics } = setUp()
  queue.add('foo')
  expect(await queue.getWithPriority()).toEqual({ item: 'foo', priority: 0 })
  expect([metrics.depths.get(0), metrics.adds, metrics.retries]).toEqual([0, 1, 0])
  for (const item of ['a', 'b', 'c']) queue.add(item)
  expect(await takeAll(queue)).toEqual(['a', 'b', 'c'])
})

test('C-PQ-2: an item that is in process is not returned, but counted', async () => {
  const { queue, metrics } = setUp()
  queue.add('foo')
  await queue.get()
  queue.add('foo')
  queue.add('bar')
  expect(await queue.get()).toBe('bar')
  expect([metrics.depths.get(0), metrics.adds]).toEqual([1, 3])
  const next = queue.get()
  queue.done('foo')
  expect(await next).toBe('foo')
  expect(metrics.depths.get(0)).toBe(0)
})

test('C-PQ-4: an item is in the queue once, also while it is in process', async () => {
  const { queue, metrics } = setUp()
  queue.add('foo')
  queue.add('foo')
  expect([queue.length, metrics.adds]).toEqual([1, 1])
  await queue.get()
  expect(queue.length).toBe(0)
  queue.add('foo')
  queue.add('foo')
  expect([queue.length, metrics.adds]).toEqual([1, 2])
})

test('C-PQ-5: an item keeps the highest of its priorities', async () => {
  for (const priorities of [
    [1, 2],
    [2, 1],
  ]) {
    const { queue, metrics } = setUp()
    for (const priority of priorities) queue.addWithOptions({ priority }, 'foo')
    expect(await queue.getWithPriority()).toEqual({ item: 'foo', priority: 2 })
    expect([metrics.depths.get(1) ?? 0, metrics.depths.get(2), metrics.adds]).toEqual([0, 0, 1])
  }
})

test('C-PQ-6: an item that is raised is returned first', async () => {
  const { queue, metrics } = setUp()
  for (const item of ['foo', 'bar', 'baz']) queue.add(item)
  queue.addWithOptions({ priority: 1 }, 'baz')
  expect(queue.length).toBe(3)
  expect([metrics.depths.get(0), metrics.depths.get(1)]).toEqual([2, 1])
  expect(await takeAll(queue)).toEqual(['baz', 'foo', 'bar'])
})

test('C-PQ-7: an item that is raised goes behind those of its new priority', async () => {
  const { queue } = setUp()
  queue.add('foo')
  queue.addWithOptions({ priority: 1 }, 'bar')
  queue.addWithOptions({ priority: 1 }, 'foo')
  expect(await takeAll(queue)).toEqual(['bar', 'foo'])
})

test('C-PQ-8: an item that is ready stays so if it is added with a delay', async () => {
  const { queue, clock } = setUp()
  queue.add('foo')
  queue.addAfter('foo', HOUR)
  expect(await takeDone(queue)).toBe('foo')
  await clock.advance(HOUR)
  expect(queue.length).toBe(0)
})

test('C-PQ-9: an item that waits for its time is not counted before it is due', async () => {
  const { queue, clock, metrics } = setUp()
  queue.addAfter('foo', HOUR)
  await clock.advance(HOUR - 1)
  expect([queue.length, metrics.depths.size, metrics.adds, metrics.retries]).toEqual([0, 0, 0, 1])
  await clock.advance(1)
  expect([queue.length, metrics.depths.get(0), metrics.adds]).toEqual([1, 1, 1])
})

test('C-PQ-10: an item that waits becomes ready at once if it is added without delay', async () => {
  const { queue, clock, metrics } = setUp()
  queue.addAfter('foo', HOUR)
  queue.add('foo')
  expect(await takeDone(queue)).toBe('foo')
  await clock.advance(HOUR)
  expect([queue.length, metrics.adds, metrics.retries]).toEqual([0, 1, 1])
})

test('C-PQ-12: of two delays the earlier time counts', async () => {
  for (const delays of [
    [HOUR, 60 * SECOND],
    [60 * SECOND, HOUR],
  ]) {
    const { queue, clock } = setUp()
    for (const delay of delays) queue.addAfter('foo', delay)
    await clock.advance(60 * SECOND - 1)
    expect(queue.length).toBe(0)
    await clock.advance(1)
    expect(await takeDone(queue)).toBe('foo')
    await clock.advance(HOUR)
    expect(queue.length).toBe(0)
  }
})

test('C-PQ-13: delayed items are returned in the order of their times', async () => {
  const { queue, clock } = setUp()
  queue.addAfter('foo', SECOND)
  queue.addAfter('bar', 200)
  await clock.advance(SECOND)
  expect(await takeAll(queue)).toEqual(['bar', 'foo'])
})

test('C-PQ-15: items are returned strictly by priority, in the order in which they were added', async () => {
  for (const afterMs of [-SECOND, 0, SECOND]) {
    const { queue, clock, metrics } = setUp()
    const expected = new Map<number, string[]>([10, 5, 0, -5, -10].map(priority => [priority, []]))
    for (let i = 0; i < 1000; i++) {
      for (const [priority, items] of expected) {
        const item = `${priority}/${i}`
        items.push(item)
        queue.addWithOptions({ priority, afterMs }, item)
      }
    }
    await clock.advance(SECOND)
    expect(await takeAll(queue)).toEqual([...expected.values()].flat())
    expect([metrics.retries, metrics.adds]).toEqual([afterMs > 0 ? 5000 : 0, 5000])
    expect([...metrics.depths.values()]).toEqual([0, 0, 0, 0, 0])
  }
})

test('C-PQ-16: an item of higher priority that became ready comes before a lower one that was', async () => {
  const { queue, clock } = setUp()
  queue.addWithOptions({ priority: -100 }, 'low')
  queue.addAfter('high', SECOND)
  await clock.advance(SECOND)
  expect(await queue.getWithPriority()).toEqual({ item: 'high', priority: 0 })
})

test('C-PQ-17: the delays of items that are added together do not affect each other', async () => {
  const rateLimiter = new ItemExponentialFailureRateLimiter<string>({ baseDelayMs: 5, maxDelayMs: HOUR })
  for (let i = 0; i < 7; i++) rateLimiter.when('bar')
  const { queue, clock } = setUp({ rateLimiter })
  queue.addWithOptions({ rateLimited: true }, 'foo', 'bar')
  await clock.advance(5)
  expect(await takeAll(queue)).toEqual(['foo'])
  await clock.advance(634)
  expect(queue.length).toBe(0)
  await clock.advance(1)
  expect(await takeAll(queue)).toEqual(['bar'])
  expect([queue.numRequeues('foo'), queue.numRequeues('bar')]).toEqual([1, 8])
})

test('of a delay and that of the rate limiter the shorter one counts', async () => {
  const rateLimiter = new ItemExponentialFailureRateLimiter<string>({ baseDelayMs: 100, maxDelayMs: HOUR })
  const { queue, clock } = setUp({ rateLimiter })
  queue.addWithOptions({ rateLimited: true, afterMs: 50 }, 'foo')
  queue.addWithOptions({ rateLimited: true, afterMs: HOUR }, 'bar')
  await clock.advance(50)
  expect(await takeAll(queue)).toEqual(['foo'])
  await clock.advance(50)
  expect(await takeAll(queue)).toEqual(['bar'])
  expect(queue.numRequeues('foo')).toBe(1)
  queue.forget('foo')
  expect(queue.numRequeues('foo')).toBe(0)
})

test('C-PQ-19: the shutdown ends all waits and drops what was not handed out', async () => {
  for (const end of ['shutDown', 'shutDownWithDrain'] as const) {
    const { queue, clock } = setUp()
    queue.add('held')
    await queue.get()
    queue.add('held')
    for (const item of ['a', 'b', 'c']) queue.addAfter(item, SECOND)
    const waits = Array.from({ length: 5 }, () => queue.get())
    await queue[end]()
    expect(await Promise.all(waits)).toEqual(Array.from({ length: 5 }))
    expect(queue.isShuttingDown).toBe(true)
    queue.add('late')
    queue.addAfter('late', SECOND)
    queue.done('held')
    expect(await queue.get()).toBeUndefined()
    expect(await queue.getWithPriority()).toBeUndefined()
    expect(clock.pendingTimers).toBe(0)
    await queue[end]()
  }
})

test('C-PQ-19: a shutdown while an item is handed out leaves no wait', async () => {
  const { queue } = setUp()
  const [first, second] = [queue.get(), queue.get()]
  queue.add('foo')
  queue.shutDown()
  expect([await first, await second]).toEqual(['foo', undefined])
})

test('C-PQ-21: without aging, a low priority is never returned as long as others are ready', async () => {
  const { queue } = setUp()
  queue.addWithOptions({ priority: -100 }, 'low')
  queue.add('0')
  for (let i = 0; i < 1000; i++) {
    queue.add(`${i + 1}`)
    expect(await takeDone(queue)).toBe(`${i}`)
  }
})

test('C-PQ-21: with aging, it is returned before all items that become ready later than the bound', async () => {
  const { queue, clock } = setUp({ agingMs: 5 })
  queue.add('before')
  queue.addWithOptions({ priority: -100 }, 'low')
  const returned: (string | undefined)[] = []
  // One item of priority 0 in each millisecond, with two in the queue at all times.
  for (let i = 1; i <= 1000; i++) {
    await clock.advance(1)
    queue.add(`${i}`)
    returned.push(await takeDone(queue))
  }
  // The items 1 to 500 become ready within (0 - -100) * 5 ms. The tie at 500 ms goes to the first add.
  expect(returned.indexOf('low')).toBe(500)
  expect(returned[499]).toBe('499')
})

test('with aging, a raise never sets an item back', async () => {
  const { queue, clock } = setUp({ agingMs: 10 })
  queue.add('old')
  queue.addWithOptions({ priority: -1 }, 'older')
  await clock.advance(SECOND)
  queue.addWithOptions({ priority: 1 }, 'new')
  queue.addWithOptions({ priority: 1 }, 'older')
  expect(await takeAll(queue)).toEqual(['older', 'old', 'new'])
})

test('a rate limit, a priority or an aging that is no number is refused', () => {
  const { queue } = setUp()
  expect(() => queue.addAfter('foo', Number.NaN)).toThrow('delay')
  expect(() => queue.addWithOptions({ priority: Number.NaN }, 'foo')).toThrow('priority')
  expect(() => new PriorityQueue({ agingMs: 0 })).toThrow('agingMs')
})

test('an item is iterated with its priority', async () => {
  const { queue } = setUp()
  queue.addWithOptions({ priority: 7 }, 'foo')
  for await (using item of queue) {
    expect([item.value, item.priority]).toEqual(['foo', 7])
    queue.shutDown()
  }
})
