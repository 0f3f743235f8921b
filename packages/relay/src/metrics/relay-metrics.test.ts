import { MetricRegistry } from '@kube-informer/core/metrics'
import { deployments, FakeClock, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { AccessAttributes } from '../api/access-attributes.ts'
import { RelayMetrics } from './relay-metrics.ts'
import type { MeteredCollection } from './state-metrics.ts'

const READ: AccessAttributes = {
  verb: 'list',
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace: '',
  name: '',
  labelSelector: '',
  fieldSelector: '',
}

function metricsOf(collections: readonly MeteredCollection[] = []) {
  const clock = new FakeClock({ now: 1000 })
  const registry = new MetricRegistry()
  const metrics = new RelayMetrics({
    registry,
    clock,
    collections: () => collections,
    queueBudget: { bytes: 7, closed: 2 },
    watchRate: { refused: 3 },
  })
  return { metrics, clock, linesOf: (name: string) => linesOf(metrics.expose(), name) }
}

/** The lines of a metric without its name, HELP and TYPE. */
const linesOf = (text: string, name: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith(name))
    .map(line => line.slice(name.length))

test('requests are counted by verb, resource, scope and code, and those that end are timed', async () => {
  const { metrics, clock, linesOf } = metricsOf()
  const list = metrics.requested('GET', READ)
  await clock.advance(100)
  list(200)
  metrics.requested('GET', { ...READ, namespace: 'secret-namespace' })(403)
  metrics.requested('GET', { ...READ, verb: 'watch', name: 'secret-name' })(200)
  metrics.requested('POST', undefined)(403)
  metrics.requested('BREW', undefined)(403)
  metrics.requested('GET', READ)(undefined)
  metrics.requested('GET', READ)
  expect(linesOf('apiserver_request_total')).toEqual([
    '{verb="LIST",group="",version="v1",resource="pods",scope="cluster",component="relay",code="200"} 1',
    '{verb="LIST",group="",version="v1",resource="pods",scope="namespace",component="relay",code="403"} 1',
    '{verb="POST",group="",version="",resource="",scope="",component="relay",code="403"} 1',
    '{verb="WATCH",group="",version="v1",resource="pods",scope="resource",component="relay",code="200"} 1',
    '{verb="other",group="",version="",resource="",scope="",component="relay",code="403"} 1',
  ])
  expect(linesOf('apiserver_request_duration_seconds_sum')).toEqual([
    '{verb="LIST",group="",version="v1",resource="pods",scope="cluster",component="relay"} 0.1',
    '{verb="LIST",group="",version="v1",resource="pods",scope="namespace",component="relay"} 0',
    '{verb="POST",group="",version="",resource="",scope="",component="relay"} 0',
    '{verb="other",group="",version="",resource="",scope="",component="relay"} 0',
  ])
  expect(linesOf('apiserver_current_inflight_requests')).toEqual(['{request_kind="readOnly"} 1'])
  expect(metrics.expose()).not.toContain('secret')
})

test('requests are timed in the buckets of an apiserver, which are cumulative', async () => {
  const { metrics, clock, linesOf } = metricsOf()
  const list = metrics.requested('GET', READ)
  await clock.advance(1100)
  list(200)
  const counts = linesOf('apiserver_request_duration_seconds_bucket').map(
    line => /le="(?<bound>.*)"} (?<count>.*)/.exec(line)?.slice(1, 3) ?? [],
  )
  const none = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1]
  const one = [1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, '+Inf']
  expect(counts).toEqual([
    ...none.map(bound => [String(bound), '0']),
    ...one.map(bound => [String(bound), '1']),
  ])
})

test('checks of readers, and watches that they end', () => {
  const { metrics, linesOf } = metricsOf()
  metrics.authenticated('success')
  metrics.authenticated('failure')
  metrics.authorized('denied')
  metrics.ended('unchecked')
  expect(linesOf('authentication_attempts')).toEqual(['{result="failure"} 1', '{result="success"} 1'])
  expect(linesOf('authorization_attempts_total')).toEqual(['{result="denied"} 1'])
  expect(linesOf('relay_revoked_watches_total')).toEqual(['{reason="unchecked"} 1'])
})

test('events are counted by resource', () => {
  const { metrics, linesOf } = metricsOf()
  metrics.eventsOf(pods).add(2)
  metrics.eventsOf(deployments).add()
  metrics.eventsOf(pods).add()
  expect(linesOf('apiserver_watch_events_total')).toEqual([
    '{group="",version="v1",resource="pods"} 3',
    '{group="apps",version="v1",resource="deployments"} 1',
  ])
})

test('the state of the caches is read when metrics are exposed', () => {
  const cacher = {
    resourceVersion: '91234567890123456789',
    isReady: true,
    size: 10,
    bodyBytes: 20,
    historyBytes: 30,
    openWatches: 40,
    openScopes: 5,
  }
  const { linesOf } = metricsOf([{ kind: { resource: pods }, cacher }])
  const at = '{group="",version="v1",resource="pods"}'
  expect(linesOf('relay_cache_')).toEqual([
    `body_characters${at} 20`,
    `history_characters${at} 30`,
    `objects${at} 10`,
    `ready${at} 1`,
    `scopes${at} 5`,
  ])
  expect(linesOf('apiserver_watch_cache_resource_version')).toEqual([
    '{group="",resource="pods"} 567890123456789',
  ])
  expect(linesOf('apiserver_longrunning_requests')).toEqual([
    '{verb="WATCH",group="",version="v1",resource="pods",component="relay"} 40',
  ])
  expect(linesOf('relay_queued_bytes')).toEqual([' 7'])
  expect(linesOf('relay_terminated_watchers_total')).toEqual([' 2'])
  expect(linesOf('relay_refused_watches_total')).toEqual([' 3'])
  cacher.resourceVersion = ''
  expect(linesOf('apiserver_watch_cache_resource_version')).toEqual(['{group="",resource="pods"} 0'])
  cacher.isReady = false
  expect(linesOf('relay_cache_ready')).toEqual([`${at} 0`])
})
