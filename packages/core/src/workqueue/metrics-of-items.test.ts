import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { QueueMetricsRecorder } from '../test/queue-metrics-recorder.ts'
import { QueueMetrics } from './queue-metrics.ts'

function rig() {
  const clock = new FakeClock()
  const recorder = new QueueMetricsRecorder()
  return { clock, recorder, metrics: new QueueMetrics(recorder, 'queue', clock) }
}

test('a queue asks for each metric once, by its name', () => {
  expect(rig().recorder.names).toEqual(Array(6).fill('queue'))
})

test('an item has a latency from its first add, and a duration from its get, in seconds', async () => {
  const { clock, recorder, metrics } = rig()
  metrics.add('a')
  await clock.advance(1_000)
  metrics.add('a')
  await clock.advance(500)
  metrics.get('a')
  await clock.advance(250)
  metrics.done('a')
  metrics.done('a')
  metrics.get('b')
  expect([recorder.adds, recorder.latencies, recorder.workDurations]).toEqual([2, [1.5], [0.25]])
  metrics.add('a')
  metrics.get('a')
  metrics.done('a')
  expect([recorder.latencies, recorder.workDurations]).toEqual([
    [1.5, 0],
    [0.25, 0],
  ])
})

test('the depth is that of each priority', () => {
  const { recorder, metrics } = rig()
  metrics.add('a', 1)
  metrics.add('b', 1)
  metrics.add('c')
  metrics.move(1, 2)
  metrics.get('c')
  expect([recorder.depths.get(1), recorder.depths.get(2), recorder.depths.get(undefined) ?? 0]).toEqual([
    1, 1, 0,
  ])
})

test('unfinished work is updated every half second, until the queue stops', async () => {
  const { clock, recorder, metrics } = rig()
  metrics.get('a')
  await clock.advance(200)
  metrics.get('b')
  await clock.advance(299)
  expect(recorder.unfinished).toEqual([])
  await clock.advance(1)
  metrics.done('a')
  await clock.advance(500)
  metrics.done('b')
  await clock.advance(500)
  const rounded = (values: readonly number[]) => values.map(value => Math.round(value * 1_000))
  expect([rounded(recorder.unfinished), rounded(recorder.longest)]).toEqual([
    [800, 800, 0],
    [500, 800, 0],
  ])
  metrics.stop()
  expect(clock.pendingTimers).toBe(0)
})
