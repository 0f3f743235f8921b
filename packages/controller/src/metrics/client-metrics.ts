import type { MetricRegistry } from '@kube-informer/core/metrics'
import type { ClientMetrics } from '../api/metrics.ts'

/** The metrics of a client that sees its own writes (controller-runtime `client/consistency.go`). */
export function clientMetrics(registry: MetricRegistry): ClientMetrics {
  const waits = registry.histogram({
    name: 'controller_runtime_client_consistency_wait_duration_seconds',
    help: 'Length of time waiting for the cache to observe writes before serving reads.',
    labels: ['operation', 'result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 10],
  })
  return {
    waited: (operation, result, durationMs) => waits.with({ operation, result }).observe(durationMs / 1000),
  }
}
