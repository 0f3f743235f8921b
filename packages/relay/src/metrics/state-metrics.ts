import type { Cacher } from '@kube-informer/cacher'
import type { ResourceDefinition } from '@kube-informer/core'
import type { MetricRegistry } from '@kube-informer/core/metrics'
import { RESOURCE_LABELS, resourceLabels } from './resource-labels.ts'

/** A collection whose metrics are published. */
export interface MeteredCollection {
  readonly kind: { readonly resource: ResourceDefinition }
  readonly cacher: Pick<
    Cacher,
    'resourceVersion' | 'isReady' | 'size' | 'bodyBytes' | 'historyBytes' | 'openWatches' | 'openScopes'
  >
}

/** What {@link publishState} reads. */
export interface MeteredState {
  readonly collections: () => readonly MeteredCollection[]
  /** What waits for slow readers. */
  readonly queueBudget: { readonly bytes: number; readonly closed: number }
  readonly watchRate: { readonly refused: number }
}

/** Publishes the state of a relay. It is read when metrics are exposed, so that it costs readers nothing. */
export function publishState(registry: MetricRegistry, state: MeteredState): void {
  const read = [
    collectionReader(registry, state),
    queueReader(registry, state),
    rejectionReader(registry, state),
  ]
  registry.onExpose(() => {
    for (const each of read) each()
  })
}

/** A value of a cache. */
interface CollectionGauge {
  readonly name: string
  readonly help: string
  read(cacher: MeteredCollection['cacher']): number
}

const COLLECTION_GAUGES: readonly CollectionGauge[] = [
  {
    name: 'relay_cache_ready',
    help: 'Whether the cache has a state to serve: 1, or 0.',
    read: ({ isReady }) => (isReady ? 1 : 0),
  },
  { name: 'relay_cache_objects', help: 'Number of cached objects.', read: ({ size }) => size },
  {
    name: 'relay_cache_body_characters',
    help: 'Text of the cached objects in memory, in characters.',
    read: ({ bodyBytes }) => bodyBytes,
  },
  {
    name: 'relay_cache_history_characters',
    help: 'Text of the history in memory, in characters.',
    read: ({ historyBytes }) => historyBytes,
  },
  {
    name: 'relay_cache_scopes',
    help: 'Number of distinct scopes with watches.',
    read: ({ openScopes }) => openScopes,
  },
]

function collectionReader(registry: MetricRegistry, { collections }: MeteredState): () => void {
  const gauges = COLLECTION_GAUGES.map(({ name, help, read }) => ({
    gauge: registry.gauge({ name, help, labels: RESOURCE_LABELS }),
    read,
  }))
  const watches = registry.gauge({
    name: 'apiserver_longrunning_requests',
    help: 'Gauge of all active long-running requests broken out by verb, group, version, resource and component.',
    labels: ['verb', ...RESOURCE_LABELS, 'component'],
  })
  const versions = registry.gauge({
    name: 'apiserver_watch_cache_resource_version',
    help: 'Current resource version of watch cache broken by resource type. This is truncated to the 15 least significant digits.',
    labels: ['group', 'resource'],
  })
  return () => {
    for (const { kind, cacher } of collections()) {
      const labels = resourceLabels(kind.resource)
      const { group, resource } = labels
      for (const { gauge, read } of gauges) gauge.with(labels).set(read(cacher))
      watches.with({ verb: 'WATCH', ...labels, component: 'relay' }).set(cacher.openWatches)
      versions.with({ group, resource }).set(Number(cacher.resourceVersion.slice(-15)) || 0)
    }
  }
}

function rejectionReader(registry: MetricRegistry, { watchRate }: MeteredState): () => void {
  const refused = registry.counter({
    name: 'relay_refused_watches_total',
    help: 'Number of watches refused because too many were opened in a second.',
  })
  return () => refused.with({}).set(watchRate.refused)
}

function queueReader(registry: MetricRegistry, { queueBudget }: MeteredState): () => void {
  const queued = registry.gauge({
    name: 'relay_queued_bytes',
    help: 'Size of the events that wait for slow readers.',
  })
  const closed = registry.counter({
    name: 'relay_terminated_watchers_total',
    help: 'Number of watches closed because their readers were too slow.',
  })
  return () => {
    queued.with({}).set(queueBudget.bytes)
    closed.with({}).set(queueBudget.closed)
  }
}
