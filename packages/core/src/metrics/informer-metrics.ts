import { type ResourceDefinition, resourceName } from '../api/resource.ts'
import type { InformerMetricsProvider } from '../cache/informer/informer-metrics.ts'
import type { InformerIdentity } from '../cache/informer/informer-name.ts'
import type { InformerStatus } from '../cache/informer/informer-status.ts'
import type { MetricRegistry } from './metric-registry.ts'

/** An informer whose status is published. */
export interface MeteredInformer {
  /** Tells the informers of a process apart. */
  readonly name: string
  readonly resource: ResourceDefinition
  /** A `SharedIndexInformer`, or anything else with its status. */
  readonly informer: { readonly status: InformerStatus }
}

const LABELS = ['name', 'group', 'version', 'resource'] as const
type Labels = Readonly<Record<(typeof LABELS)[number], string>>

/** The names and buckets of client-go (component-base `metrics/prometheus/clientgo/fifo`). */
const RESOURCE_VERSION = {
  name: 'informer_store_resource_version',
  help: 'The 15 least significant digits of the resource version of the store.',
  labels: LABELS,
}
const QUEUED = {
  name: 'informer_queued_items',
  help: 'Number of items currently queued in the FIFO.',
  labels: LABELS,
}
const LATENCY = {
  name: 'informer_processing_latency_seconds',
  help: 'Time taken to process events after popping from the queue.',
  labels: LABELS,
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
}

/**
 * Publishes the status of an informer. It is read when metrics are exposed, so that it costs the informer nothing.
 *
 * @returns a function that removes the metrics of this informer
 *
 * @example
 * const stop = informerMetrics(registry, { name: 'dashboard', resource: pods, informer })
 */
export function informerMetrics(
  registry: MetricRegistry,
  { name, resource, informer }: MeteredInformer,
): () => void {
  const labels = labelsOf(name, resourceName(resource))
  const values = STATUS_METRICS.map(({ type, read, ...definition }) => ({
    metric: registry[type]({ ...definition, labels: LABELS }),
    read,
  }))
  const unsubscribe = registry.onExpose(() => {
    const { status } = informer
    for (const { metric, read } of values) metric.with(labels).set(read(status))
  })
  return () => {
    unsubscribe()
    for (const { metric } of values) metric.delete(labels)
  }
}

/** A value of an informer's status. */
interface StatusMetric {
  readonly type: 'counter' | 'gauge'
  readonly name: string
  readonly help: string
  read(status: InformerStatus): number
}

const STATUS_METRICS: readonly StatusMetric[] = [
  {
    ...RESOURCE_VERSION,
    type: 'gauge',
    read: ({ resourceVersion }) => lastDigits(resourceVersion),
  },
  {
    type: 'gauge',
    name: 'informer_objects',
    help: 'Number of objects in the cache.',
    read: ({ counters }) => counters.objects,
  },
  {
    type: 'gauge',
    name: 'informer_synced',
    help: 'Whether the cache has had the whole state of the server: 1, or 0.',
    read: ({ data }) => (data === 'complete' ? 1 : 0),
  },
  {
    type: 'gauge',
    name: 'informer_connected',
    help: 'Whether a watch is open: 1, or 0.',
    read: ({ link }) => (link === 'live' ? 1 : 0),
  },
  {
    type: 'gauge',
    name: 'informer_last_event_timestamp_seconds',
    help: 'Time of the last event or bookmark in seconds since 1970, or 0.',
    read: ({ lastEventAt = 0 }) => lastEventAt / 1000,
  },
  {
    type: 'counter',
    name: 'informer_events_total',
    help: 'Number of applied watch events.',
    read: ({ counters }) => counters.events,
  },
  {
    type: 'counter',
    name: 'informer_relists_total',
    help: 'Number of lists after the first one.',
    read: ({ counters }) => counters.relists,
  },
  {
    type: 'counter',
    name: 'informer_watch_restarts_total',
    help: 'Number of watches after the first one.',
    read: ({ counters }) => counters.restarts,
  },
  {
    type: 'counter',
    name: 'informer_received_bytes_total',
    help: 'Number of bytes received, after decompression.',
    read: ({ counters }) => counters.bytes,
  },
]

/**
 * Publishes what client-go's informers publish: the length of the queue, the processing time of each batch, and the
 * resourceVersion.
 *
 * @example
 * const identity = new InformerName('dashboard').withResource(pods)
 * const metrics = new InformerMetrics({ provider: informerMetricsProvider(registry), identity })
 * new SharedIndexInformer({ listerWatcher, metrics })
 */
export function informerMetricsProvider(registry: MetricRegistry): InformerMetricsProvider {
  const of = ({ name, resource }: InformerIdentity) => labelsOf(name, resource)
  return {
    newQueuedItemsMetric: identity => registry.gauge(QUEUED).with(of(identity)),
    newProcessingLatencyMetric: identity => registry.histogram(LATENCY).with(of(identity)),
    newStoreResourceVersionMetric: identity => {
      const gauge = registry.gauge(RESOURCE_VERSION).with(of(identity))
      return { set: version => gauge.set(lastDigits(version)) }
    },
  }
}

/** The labels of `v1/pods` or `apps/v1/deployments`. */
function labelsOf(name: string, groupVersionResource: string): Labels {
  const [resource = '', version = '', group = ''] = groupVersionResource.split('/').toReversed()
  return { name, group, version, resource }
}

/** A resourceVersion as a number that keeps its precision; 0 if it is none. */
const lastDigits = (resourceVersion: string): number => Number(resourceVersion.slice(-15)) || 0
