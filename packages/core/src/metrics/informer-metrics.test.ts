import { deployments, FakeClock, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { InformerMetrics } from '../cache/informer/informer-metrics.ts'
import { InformerName } from '../cache/informer/informer-name.ts'
import { informerOver } from '../test/informer-rig.ts'
import { parseExposition } from '../test/parse-exposition.ts'
import { bookmark, modified, pod, podList } from '../test/scripted-lister-watcher.ts'
import { informerMetrics, informerMetricsProvider } from './informer-metrics.ts'
import { MetricRegistry } from './metric-registry.ts'

/** The values of the metrics with this name label, without the names of histogram lines. */
const valuesOf = (registry: MetricRegistry, name: string) =>
  Object.fromEntries(
    [...parseExposition(registry.expose()).values()].flatMap(({ samples }) =>
      samples.filter(({ labels }) => labels.name === name && !labels.le).map(each => [each.name, each.value]),
    ),
  )

const LISTS = [podList(5, pod('a', 1), pod('b', 2))]
const WATCHES = [{ reads: [[modified(pod('a', 6)), modified(pod('a', 7))], [bookmark(9)]], stayOpen: true }]

test('the status of an informer is read at each exposition', async () => {
  const registry = new MetricRegistry()
  const clock = new FakeClock({ now: 10_000 })
  const { start, informer } = informerOver(clock, { lists: LISTS, watches: WATCHES })
  const stop = informerMetrics(registry, { name: 'page', resource: pods, informer })
  expect(valuesOf(registry, 'page')).toMatchObject({ informer_synced: 0, informer_store_resource_version: 0 })
  void start()
  await clock.settle()
  expect(valuesOf(registry, 'page')).toEqual({
    informer_connected: 1,
    informer_events_total: 2,
    informer_last_event_timestamp_seconds: informer.status.lastEventAt
      ? informer.status.lastEventAt / 1000
      : 0,
    informer_objects: 2,
    informer_received_bytes_total: informer.status.counters.bytes,
    informer_relists_total: 0,
    informer_store_resource_version: 9,
    informer_synced: 1,
    informer_watch_restarts_total: 0,
  })
  stop()
  expect(valuesOf(registry, 'page')).toEqual({})
})

test('informers share the metrics and differ in their labels; long versions keep their last digits', () => {
  const registry = new MetricRegistry()
  const status = {
    data: 'complete',
    link: 'retrying',
    resourceVersion: '91234567890123456789',
    counters: { objects: 1, events: 2, relists: 3, restarts: 4, bytes: 5 },
  } as const
  informerMetrics(registry, { name: 'a', resource: pods, informer: { status } })
  const opaque = { ...status, resourceVersion: 'opaque' }
  informerMetrics(registry, { name: 'a', resource: deployments, informer: { status: opaque } })
  expect(parseExposition(registry.expose()).get('informer_store_resource_version')?.samples).toEqual([
    {
      name: 'informer_store_resource_version',
      labels: { name: 'a', group: '', version: 'v1', resource: 'pods' },
      value: 567_890_123_456_789,
    },
    {
      name: 'informer_store_resource_version',
      labels: { name: 'a', group: 'apps', version: 'v1', resource: 'deployments' },
      value: 0,
    },
  ])
})

test("client-go's metrics of an informer", async () => {
  const registry = new MetricRegistry()
  const clock = new FakeClock()
  const name = new InformerName('measured')
  const identity = name.withResource(pods)
  const metrics = new InformerMetrics({ provider: informerMetricsProvider(registry), identity, clock })
  const { start } = informerOver(clock, { lists: LISTS, watches: WATCHES }, { metrics })
  void start()
  await clock.settle()
  const values = valuesOf(registry, 'measured')
  expect(values).toMatchObject({ informer_queued_items: 0, informer_store_resource_version: 9 })
  expect(values.informer_processing_latency_seconds_count).toBeGreaterThan(1)
  name.release()
})
