export { type ControllerMetricsOptions, controllerMetrics } from './controller-metrics.ts'
export { metricsHandler } from './metrics-handler.ts'
export { type WebhookMetricsOptions, webhookMetrics } from './webhook-metrics.ts'
