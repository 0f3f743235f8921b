import type { MetricRegistry } from '@kube-informer/core/metrics'
import type { LeaderElectionMetrics } from '../api/metrics.ts'

/** The metrics of leader election (component-base `metrics/prometheus/clientgo/leaderelection`). */
export function leaderElectionMetrics(registry: MetricRegistry): LeaderElectionMetrics {
  const status = registry.gauge({
    name: 'leader_election_master_status',
    help: 'Whether the reporting system holds the lease of this name: 1, or 0. Please make sure to group by name.',
    labels: ['name'],
  })
  const slowPaths = registry.counter({
    name: 'leader_election_slowpath_total',
    help: 'Total number of renewals that had to read the lease of this name. Please make sure to group by name.',
    labels: ['name'],
  })
  return {
    setLeading(name, isLeading) {
      status.with({ name }).set(isLeading ? 1 : 0)
      slowPaths.with({ name })
    },
    slowPathExercised: name => slowPaths.with({ name }).add(),
  }
}
