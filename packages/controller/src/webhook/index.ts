export type { Endpoint, EndpointContext, Operation, Webhook, WebhookType } from './webhook.ts'
export { type WebhookHandlerOptions, webhookHandler } from './webhook-handler.ts'
