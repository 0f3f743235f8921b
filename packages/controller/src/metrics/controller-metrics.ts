import { type Clock, systemClock } from '@kube-informer/core'
import type { MetricRegistry } from '@kube-informer/core/metrics'
import type { ManagerMetrics } from '../api/metrics.ts'
import { clientMetrics } from './client-metrics.ts'
import { leaderElectionMetrics } from './leader-election-metrics.ts'
import { queueMetrics } from './queue-metrics.ts'
import { reconcileMetrics } from './reconcile-metrics.ts'

/** The clock of the metrics. */
export interface ControllerMetricsOptions {
  /** Measures reconciles. @default the host's clock */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/**
 * Publishes what a manager and its parts report, under the names of controller-runtime and client-go, so that their
 * dashboards and alerts apply. A registry may serve several managers whose controllers have different names.
 *
 * There is no `controller_runtime_reconcile_panics_total`: in JavaScript, a reconciler that throws is one that fails, and is
 * counted as such. Requests are counted by `meteredFetch` of `@kube-informer/core/metrics`, around the client's `fetch`.
 *
 * @example
 * const registry = new MetricRegistry()
 * const client = createKubeClient({ baseUrl, fetch: meteredFetch({ registry }) })
 * const manager = createManager({ client, metrics: controllerMetrics(registry) })
 */
export function controllerMetrics(
  registry: MetricRegistry,
  { clock = systemClock }: ControllerMetricsOptions = {},
): ManagerMetrics {
  return {
    controller: reconcileMetrics(registry, clock),
    queue: queueMetrics(registry),
    client: clientMetrics(registry),
    leaderElection: leaderElectionMetrics(registry),
  }
}
