export type { Endpoint, EndpointContext, Operation, Webhook, WebhookType } from './webhook.ts'
