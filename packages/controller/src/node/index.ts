export type { RequestHandler } from '@kube-informer/core/node'
export type {
  WebhookConfigurationOptions,
  WebhookOverrides,
  WebhookService,
  WebhookSettings,
  WebhookTarget,
} from './configurations/configuration-options.ts'
export {
  type CrdConversion,
  type WebhookConfigurations,
  webhookConfigurations,
} from './configurations/webhook-configurations.ts'
export { createHealthServer, type HealthServer } from './health-server.ts'
export {
  type InClusterDefaults,
  type InClusterDefaultsOptions,
  inClusterDefaults,
  NamespaceError,
} from './in-cluster-defaults.ts'
export { type ServeHealthOptions, type ServingHealth, serveHealth } from './serve-health.ts'
export { type SignalHandlerOptions, type SignalProcess, setupSignalHandler } from './signal-handler.ts'
export { CertificateError } from './webhooks/certificate-error.ts'
export { createWebhookServer } from './webhooks/create-webhook-server.ts'
export { type InstallWebhooksOptions, installWebhooks } from './webhooks/install-webhooks.ts'
export {
  type KeepWebhooksInstalledOptions,
  keepWebhooksInstalled,
} from './webhooks/keep-webhooks-installed.ts'
export type { WebhookServer } from './webhooks/webhook-server.ts'
export type { ServingCertificateOptions, WebhookServerOptions } from './webhooks/webhook-server-options.ts'
