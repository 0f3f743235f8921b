import type { Clock } from '@kube-informer/core'
import type { MetricRegistry } from '@kube-informer/core/metrics'
import type { ControllerMetrics, ReconcileOutcome } from '../api/metrics.ts'

const labels = ['controller'] as const
const RESULTS = ['error', 'requeue', 'requeue_after', 'success'] as const

/** The buckets of controller-runtime. */
const SECONDS: readonly number[] = [
  ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9],
  ...[1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60],
]

/** The metrics of controllers (controller-runtime `internal/controller/metrics`), and the age of the longest reconcile. */
export function reconcileMetrics(registry: MetricRegistry, clock: Pick<Clock, 'now'>): ControllerMetrics {
  const metrics = define(registry)
  /** When each reconcile in progress started, by controller; the oldest is the first. */
  const running = new Map<string, Set<{ readonly startedAt: number }>>()
  const secondsSince = (time: number) => Math.max(0, clock.now() - time) / 1000

  registry.onExpose(() => {
    for (const [controller, reconciles] of running) {
      const [oldest] = reconciles
      metrics.longestRunning.with({ controller }).set(oldest ? secondsSince(oldest.startedAt) : 0)
    }
  })

  return {
    controllerStarted(controller, maxConcurrentReconciles) {
      running.set(controller, running.get(controller) ?? new Set())
      for (const result of RESULTS) metrics.total.with({ controller, result })
      metrics.errors.with({ controller })
      metrics.terminalErrors.with({ controller })
      metrics.timeouts.with({ controller })
      metrics.active.with({ controller })
      metrics.maxConcurrent.with({ controller }).set(maxConcurrentReconciles)
    },
    reconcileStarted(controller) {
      const reconcile = { startedAt: clock.now() }
      const reconciles = running.get(controller) ?? new Set()
      running.set(controller, reconciles.add(reconcile))
      metrics.active.with({ controller }).add(1)
      return outcome => {
        if (!reconciles.delete(reconcile)) return
        metrics.active.with({ controller }).add(-1)
        metrics.time.with({ controller }).observe(secondsSince(reconcile.startedAt))
        metrics.total.with({ controller, result: resultOf(outcome) }).add()
        if (resultOf(outcome) === 'error') metrics.errors.with({ controller }).add()
        if (outcome === 'terminal_error') metrics.terminalErrors.with({ controller }).add()
      }
    },
    reconcileTimedOut: controller => metrics.timeouts.with({ controller }).add(),
  }
}

const resultOf = (outcome: ReconcileOutcome): (typeof RESULTS)[number] =>
  outcome === 'terminal_error' ? 'error' : outcome

/** Defines the metrics under controller-runtime's names and help texts. */
function define(registry: MetricRegistry) {
  const counter = (name: string, help: string) =>
    registry.counter({ name: `controller_runtime_${name}`, help, labels })
  const gauge = (name: string, help: string) =>
    registry.gauge({ name: `controller_runtime_${name}`, help, labels })
  return {
    total: registry.counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Total number of reconciliations per controller',
      labels: ['controller', 'result'],
    }),
    errors: counter('reconcile_errors_total', 'Total number of reconciliation errors per controller'),
    terminalErrors: counter(
      'terminal_reconcile_errors_total',
      'Total number of terminal reconciliation errors per controller',
    ),
    timeouts: counter('reconcile_timeouts_total', 'Total number of reconciliation timeouts per controller'),
    time: registry.histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'Length of time per reconciliation per controller',
      labels,
      buckets: SECONDS,
    }),
    maxConcurrent: gauge(
      'max_concurrent_reconciles',
      'Maximum number of concurrent reconciles per controller',
    ),
    active: gauge('active_workers', 'Number of currently used workers per controller'),
    longestRunning: gauge(
      'longest_running_reconcile_seconds',
      'How many seconds the longest reconciliation in progress has been running per controller',
    ),
  }
}
