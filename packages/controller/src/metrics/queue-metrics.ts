import type { MetricRegistry } from '@kube-informer/core/metrics'
import type { DepthMetric, MetricsProvider } from '@kube-informer/core/workqueue'

const LABELS = ['name', 'controller'] as const

/** client-go's: ten nanoseconds times powers of ten. */
const SECONDS: readonly number[] = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000]

/** controller-runtime's `maxRecommendedUniquePriorities`. */
const MAX_PRIORITIES = 25
/** The label of further priorities. */
const FURTHER_PRIORITIES = 'exceeded_cardinality_limit'

/** The metrics of work queues (controller-runtime `internal/metrics`). A controller's queue has the controller's name. */
export function queueMetrics(registry: MetricRegistry): MetricsProvider {
  const of = (name: string) => ({ name, controller: name })
  const depth = registry.gauge({
    name: 'workqueue_depth',
    help: 'Current depth of workqueue by workqueue and priority',
    labels: [...LABELS, 'priority'],
  })
  const counter = (name: string, help: string) => {
    const metric = registry.counter({ name: `workqueue_${name}`, help, labels: LABELS })
    return (queue: string) => {
      const series = metric.with(of(queue))
      return { inc: () => series.add() }
    }
  }
  const histogram = (name: string, help: string) => {
    const metric = registry.histogram({ name: `workqueue_${name}`, help, labels: LABELS, buckets: SECONDS })
    return (queue: string) => metric.with(of(queue))
  }
  const gauge = (name: string, help: string) => {
    const metric = registry.gauge({ name: `workqueue_${name}`, help, labels: LABELS })
    return (queue: string) => metric.with(of(queue))
  }
  return {
    newDepthMetric: name => depthByPriority(priority => depth.with({ ...of(name), priority })),
    newAddsMetric: counter('adds_total', 'Total number of adds handled by workqueue'),
    newLatencyMetric: histogram(
      'queue_duration_seconds',
      'How long in seconds an item stays in workqueue before being requested',
    ),
    newWorkDurationMetric: histogram(
      'work_duration_seconds',
      'How long in seconds processing an item from workqueue takes.',
    ),
    newUnfinishedWorkSecondsMetric: gauge(
      'unfinished_work_seconds',
      'How many seconds of work is in progress and has not been observed by work_duration. Large values indicate ' +
        'reconciles that do not end.',
    ),
    newLongestRunningProcessorSecondsMetric: gauge(
      'longest_running_processor_seconds',
      'How many seconds has the longest running processor for workqueue been running.',
    ),
    newRetriesMetric: counter('retries_total', 'Total number of items added to the workqueue with a delay'),
  }
}

/** A gauge for each priority, up to a limit: priorities are chosen by users. */
function depthByPriority(gaugeOf: (priority: string) => { add(amount: number): void }): DepthMetric {
  const known = new Set<number>()
  const labelOf = (priority: number | undefined): string => {
    if (priority === undefined) return ''
    // A known priority keeps its label, so that what was counted up is counted down.
    if (!known.has(priority) && known.size >= MAX_PRIORITIES) return FURTHER_PRIORITIES
    known.add(priority)
    return String(priority)
  }
  return {
    inc: priority => gaugeOf(labelOf(priority)).add(1),
    dec: priority => gaugeOf(labelOf(priority)).add(-1),
  }
}
