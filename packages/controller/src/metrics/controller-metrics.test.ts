import { MetricRegistry } from '@kube-informer/core/metrics'
import { RateLimitingQueue } from '@kube-informer/core/workqueue'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ManagerMetrics } from '../api/metrics.ts'
import { samplesOf, withoutBuckets } from '../test/samples-of.ts'
import { controllerMetrics } from './controller-metrics.ts'

interface Rig {
  readonly clock: FakeClock
  readonly metrics: ManagerMetrics
  readonly registry: MetricRegistry
  /** Without buckets. */
  samples(): Readonly<Record<string, number>>
}

function rig(): Rig {
  const clock = new FakeClock()
  const registry = new MetricRegistry()
  const metrics = controllerMetrics(registry, { clock })
  return { clock, metrics, registry, samples: () => withoutBuckets(samplesOf(registry.expose())) }
}

const controller = 'controller="web"'

describe('a controller', () => {
  test('has all metrics at 0 once it has started, without a reconcile', () => {
    const { metrics, samples } = rig()
    expect(samples()).toEqual({})
    metrics.controller.controllerStarted('web', 3)
    expect(samples()).toEqual({
      [`controller_runtime_active_workers{${controller}}`]: 0,
      [`controller_runtime_longest_running_reconcile_seconds{${controller}}`]: 0,
      [`controller_runtime_max_concurrent_reconciles{${controller}}`]: 3,
      [`controller_runtime_reconcile_errors_total{${controller}}`]: 0,
      [`controller_runtime_reconcile_timeouts_total{${controller}}`]: 0,
      [`controller_runtime_reconcile_total{${controller},result="error"}`]: 0,
      [`controller_runtime_reconcile_total{${controller},result="requeue"}`]: 0,
      [`controller_runtime_reconcile_total{${controller},result="requeue_after"}`]: 0,
      [`controller_runtime_reconcile_total{${controller},result="success"}`]: 0,
      [`controller_runtime_terminal_reconcile_errors_total{${controller}}`]: 0,
    })
  })

  test.each([
    ['success', { 'total{controller="web",result="success"}': 1 }],
    ['requeue', { 'total{controller="web",result="requeue"}': 1 }],
    ['requeue_after', { 'total{controller="web",result="requeue_after"}': 1 }],
    ['error', { 'total{controller="web",result="error"}': 1, 'errors_total{controller="web"}': 1 }],
  ] as const)('counts a reconcile that ends with %s', (outcome, expected) => {
    const { metrics, samples } = rig()
    metrics.controller.controllerStarted('web', 1)
    metrics.controller.reconcileStarted('web')(outcome)
    const counts = Object.entries(samples()).filter(([series, value]) => /_total/.test(series) && value > 0)
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries(
        Object.entries(expected).map(([series, value]) => [`controller_runtime_reconcile_${series}`, value]),
      ),
    )
  })

  test('counts a terminal error as an error, too', () => {
    const { metrics, samples } = rig()
    metrics.controller.reconcileStarted('web')('terminal_error')
    expect(samples()).toMatchObject({
      [`controller_runtime_reconcile_errors_total{${controller}}`]: 1,
      [`controller_runtime_reconcile_total{${controller},result="error"}`]: 1,
      [`controller_runtime_terminal_reconcile_errors_total{${controller}}`]: 1,
    })
  })

  test('measures reconciles, with buckets from 5 ms to a minute', async () => {
    const { clock, metrics, registry } = rig()
    const end = metrics.controller.reconcileStarted('web')
    await clock.advance(120)
    end('success')
    end('error')
    const series = (suffix: string) => `controller_runtime_reconcile_time_seconds${suffix}`
    const samples = samplesOf(registry.expose())
    expect(samples).toMatchObject({
      [series(`_bucket{${controller},le="0.1"}`)]: 0,
      [series(`_bucket{${controller},le="0.15"}`)]: 1,
      [series(`_sum{${controller}}`)]: 0.12,
      [series(`_count{${controller}}`)]: 1,
    })
    const bounds = Object.keys(samples).flatMap(
      each => /_time_seconds_bucket.*le="(.*)"/.exec(each)?.[1] ?? [],
    )
    expect([bounds.length, bounds[0], bounds.at(-2), bounds.at(-1)]).toEqual([41, '0.005', '60', '+Inf'])
  })

  test('shows reconciles that do not end: active, and the age of the oldest', async () => {
    const { clock, metrics, samples } = rig()
    metrics.controller.controllerStarted('web', 2)
    const endFirst = metrics.controller.reconcileStarted('web')
    await clock.advance(30_000)
    const endSecond = metrics.controller.reconcileStarted('web')
    metrics.controller.reconcileTimedOut('web')
    await clock.advance(10_000)
    const now = () => {
      const all = samples()
      return ['active_workers', 'longest_running_reconcile_seconds', 'reconcile_timeouts_total'].map(
        name => all[`controller_runtime_${name}{${controller}}`],
      )
    }
    expect(now()).toEqual([2, 40, 1])
    endFirst('error')
    expect(now()).toEqual([1, 10, 1])
    endSecond('success')
    expect(now()).toEqual([0, 0, 1])
  })
})

describe('a queue', () => {
  const queue = 'name="web",controller="web"'

  test('has the metrics of client-go, labelled with the name of its controller', async () => {
    const { clock, metrics, samples } = rig()
    const items = new RateLimitingQueue<string>({ name: 'web', metricsProvider: metrics.queue, clock })
    expect(samples()).toEqual({
      [`workqueue_adds_total{${queue}}`]: 0,
      [`workqueue_longest_running_processor_seconds{${queue}}`]: 0,
      [`workqueue_queue_duration_seconds_count{${queue}}`]: 0,
      [`workqueue_queue_duration_seconds_sum{${queue}}`]: 0,
      [`workqueue_retries_total{${queue}}`]: 0,
      [`workqueue_unfinished_work_seconds{${queue}}`]: 0,
      [`workqueue_work_duration_seconds_count{${queue}}`]: 0,
      [`workqueue_work_duration_seconds_sum{${queue}}`]: 0,
    })
    items.add('a')
    items.addAfter('b', 60_000)
    await clock.advance(2000)
    await items.get()
    await clock.advance(5000)
    expect(samples()).toMatchObject({
      [`workqueue_adds_total{${queue}}`]: 1,
      [`workqueue_depth{${queue},priority=""}`]: 0,
      [`workqueue_longest_running_processor_seconds{${queue}}`]: 5,
      [`workqueue_queue_duration_seconds_sum{${queue}}`]: 2,
      [`workqueue_retries_total{${queue}}`]: 1,
      [`workqueue_unfinished_work_seconds{${queue}}`]: 5,
    })
    items.done('a')
    items.shutDown()
    expect(samples()).toMatchObject({ [`workqueue_work_duration_seconds_sum{${queue}}`]: 5 })
  })

  test('has a depth for each priority, and one for those beyond 25', () => {
    const { metrics, samples } = rig()
    const depth = metrics.queue.newDepthMetric('web')
    for (let priority = 0; priority < 30; priority++) depth.inc(priority)
    depth.inc(0)
    depth.dec(3)
    depth.dec(29)
    const of = (priority: string) => samples()[`workqueue_depth{${queue},priority="${priority}"}`]
    expect(['0', '3', '24', '25', 'exceeded_cardinality_limit'].map(of)).toEqual([2, 0, 1, undefined, 4])
  })
})

test('a client that waits for its own writes', () => {
  const { metrics, samples } = rig()
  metrics.client.waited('get', 'success', 200)
  metrics.client.waited('list', 'error', 1500)
  const series = (suffix: string, labels: string) =>
    `controller_runtime_client_consistency_wait_duration_seconds_${suffix}{${labels}}`
  expect(samples()).toEqual({
    [series('count', 'operation="get",result="success"')]: 1,
    [series('sum', 'operation="get",result="success"')]: 0.2,
    [series('count', 'operation="list",result="error"')]: 1,
    [series('sum', 'operation="list",result="error"')]: 1.5,
  })
})

test('leader election: status and slow paths, from 0 on', () => {
  const { metrics, samples } = rig()
  const now = () => Object.values(samples())
  metrics.leaderElection.setLeading('ops', false)
  expect(Object.keys(samples())).toEqual([
    'leader_election_master_status{name="ops"}',
    'leader_election_slowpath_total{name="ops"}',
  ])
  expect(now()).toEqual([0, 0])
  metrics.leaderElection.setLeading('ops', true)
  metrics.leaderElection.slowPathExercised('ops')
  expect(now()).toEqual([1, 1])
  metrics.leaderElection.setLeading('ops', false)
  expect(now()).toEqual([0, 1])
})

test('two managers share a registry', () => {
  const { metrics, registry, samples } = rig()
  metrics.controller.controllerStarted('web', 1)
  controllerMetrics(registry).controller.controllerStarted('db', 2)
  expect(samples()).toMatchObject({
    'controller_runtime_max_concurrent_reconciles{controller="web"}': 1,
    'controller_runtime_max_concurrent_reconciles{controller="db"}': 2,
    'controller_runtime_longest_running_reconcile_seconds{controller="db"}': 0,
  })
})
