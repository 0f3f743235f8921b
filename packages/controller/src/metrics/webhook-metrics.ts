import { type Clock, systemClock } from '@kube-informer/core'
import type { MetricRegistry } from '@kube-informer/core/metrics'
import type { WebhookMetrics } from '../api/metrics.ts'

const labels = ['webhook'] as const

/** controller-runtime's: ten nanoseconds times powers of ten. */
const SECONDS: readonly number[] = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000]

/** The clock of the metrics. */
export interface WebhookMetricsOptions {
  /** Measures requests. @default the host's clock */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/**
 * Publishes what webhooks report, under the names of controller-runtime (`webhook/internal/metrics`, `webhook/admission/metrics`
 * and `webhook/conversion/metrics`). The label `webhook` is the path. Panics have no label, as there.
 *
 * @example
 * const registry = new MetricRegistry()
 * const handle = webhookHandler(webhooks, { metrics: webhookMetrics(registry) })
 */
export function webhookMetrics(
  registry: MetricRegistry,
  { clock = systemClock }: WebhookMetricsOptions = {},
): WebhookMetrics {
  const metrics = define(registry)
  const panics = { admission: metrics.admissionPanics, conversion: metrics.conversionPanics }
  return {
    requestStarted(webhook) {
      const startedAt = clock.now()
      const inFlight = metrics.inFlight.with({ webhook })
      inFlight.add(1)
      // The codes that upstream exposes from the start.
      for (const code of ['200', '500']) metrics.total.with({ webhook, code })
      return code => {
        inFlight.add(-1)
        metrics.total.with({ webhook, code: String(code) }).add()
        metrics.latency.with({ webhook }).observe(Math.max(0, clock.now() - startedAt) / 1000)
      }
    },
    panicked: (_webhook, of) => panics[of].add(),
  }
}

function define(registry: MetricRegistry) {
  return {
    total: registry.counter({
      name: 'controller_runtime_webhook_requests_total',
      help: 'Total number of admission requests by HTTP status code.',
      labels: ['webhook', 'code'],
    }),
    latency: registry.histogram({
      name: 'controller_runtime_webhook_latency_seconds',
      help: 'Histogram of the latency of processing admission requests',
      labels,
      buckets: SECONDS,
    }),
    inFlight: registry.gauge({
      name: 'controller_runtime_webhook_requests_in_flight',
      help: 'Current number of admission requests being served.',
      labels,
    }),
    admissionPanics: registry
      .counter({ name: 'controller_runtime_webhook_panics_total', help: 'Total number of webhook panics' })
      .with({}),
    conversionPanics: registry
      .counter({
        name: 'controller_runtime_conversion_webhook_panics_total',
        help: 'Total number of conversion webhook panics',
      })
      .with({}),
  }
}
