export type {
  WebhookConfigurationOptions,
  WebhookOverrides,
  WebhookService,
  WebhookSettings,
  WebhookTarget,
} from './configuration/configuration-options.ts'
export {
  type CrdConversion,
  type WebhookConfigurations,
  webhookConfigurations,
} from './configuration/webhook-configurations.ts'
export type { Endpoint, EndpointContext, Operation, Webhook, WebhookType } from './webhook.ts'
export { type WebhookHandlerOptions, webhookHandler } from './webhook-handler.ts'
