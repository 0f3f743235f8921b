import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { QueueMetricsRecorder } from '../test/queue-metrics-recorder.ts'
import { PriorityQueue } from './priority-queue.ts'
import { RateLimitingQueue } from './rate-limiting-queue.ts'
import { WorkQueue } from './work-queue.ts'

const HOUR = 3_600_000

function setUp() {
  const clock = new FakeClock()
  const metrics = new QueueMetricsRecorder()
  return { clock, metrics, options: { name: 'test', metricsProvider: metrics, clock } }
}

test('T-WQM-1: no metric is updated after the shutdown', async () => {
  const { clock, metrics, options } = setUp()
  for (const queue of [new WorkQueue<string>(options), new PriorityQueue<string>(options)]) queue.shutDown()
  expect(clock.pendingTimers).toBe(0)
  await clock.advance(HOUR)
  expect(metrics.unfinished).toEqual([])
})

test('T-WQM-2, T-WQM-3, T-WQM-4, T-WQM-5, T-WQM-6, T-WQM-7: the metrics of an item that is added while it is in process', async () => {
  const { clock, metrics, options } = setUp()
  const queue = new WorkQueue<string>(options)
  queue.add('foo')
  expect([metrics.adds, metrics.depths.get(undefined)]).toEqual([1, 1])

  await clock.advance(50)
  await queue.get()
  expect([metrics.latencies, metrics.depths.get(undefined)]).toEqual([[0.05], 0])

  for (let i = 0; i < 5; i++) queue.add('foo')
  expect([metrics.adds, metrics.depths.get(undefined)]).toEqual([2, 1])

  await clock.advance(25)
  queue.done('foo')
  expect(metrics.workDurations).toEqual([0.025])

  // The latency counts from the add, not from done.
  await queue.get()
  expect(metrics.latencies).toEqual([0.05, 0.025])

  // The metrics of unfinished work are set 500 ms after the queue was created.
  await clock.advance(425)
  expect([metrics.unfinished, metrics.longest]).toEqual([[0.425], [0.425]])
  queue.add('bar')
  await queue.get()
  await clock.advance(500)
  expect([metrics.unfinished.at(-1), metrics.longest.at(-1)]).toEqual([1.425, 0.925])
  queue.done('foo')
  expect(metrics.workDurations).toEqual([0.025, 0.925])
})

test('C-WQ-12: a named queue counts retries at the calls, and adds when items enter the queue', async () => {
  const { clock, metrics, options } = setUp()
  const queue = new RateLimitingQueue<string>(options)
  queue.addAfter('foo', 1000)
  queue.addRateLimited('bar')
  queue.addAfter('now', 0)
  expect([metrics.retries, metrics.adds, metrics.depths.get(undefined)]).toEqual([3, 1, 1])
  await clock.advance(5)
  expect([metrics.retries, metrics.adds]).toEqual([3, 2])
  await clock.advance(995)
  expect([metrics.retries, metrics.adds, metrics.depths.get(undefined)]).toEqual([3, 3, 3])
  expect(new Set(metrics.names)).toEqual(new Set(['test']))
  expect(metrics.names).toHaveLength(7)
})

test('C-WQ-12: a queue without a name never asks for metrics, and has no timer', () => {
  const { clock, metrics } = setUp()
  const options = { metricsProvider: metrics, clock }
  for (const queue of [new RateLimitingQueue<string>(options), new PriorityQueue<string>(options)]) {
    queue.add('foo')
    queue.addAfter('foo', 0)
  }
  expect([metrics.names, clock.pendingTimers]).toEqual([[], 0])
})

test('the priority queue observes latency and work, by priority of the depth', async () => {
  const { clock, metrics, options } = setUp()
  const queue = new PriorityQueue<string>(options)
  queue.addWithOptions({ priority: 3 }, 'foo')
  expect(metrics.depths).toEqual(new Map([[3, 1]]))
  await clock.advance(100)
  await queue.get()
  await clock.advance(400)
  expect([metrics.unfinished, metrics.longest]).toEqual([[0.4], [0.4]])
  queue.done('foo')
  expect([metrics.latencies, metrics.workDurations, metrics.depths]).toEqual([
    [0.1],
    [0.4],
    new Map([[3, 0]]),
  ])
  queue.shutDown()
})
