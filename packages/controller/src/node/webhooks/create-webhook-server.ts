import { TlsWebhookServer } from './tls-webhook-server.ts'
import type { WebhookServer } from './webhook-server.ts'
import type { WebhookServerOptions } from './webhook-server-options.ts'

/**
 * Serves webhooks over TLS (controller-runtime `webhook.Server`). New connections get a new certificate soon after its files
 * have changed. It needs no manager: `await server.run(signal)`.
 *
 * Throws a UsageError if the options name two certificates.
 *
 * @example
 * const server = createWebhookServer({ handler: webhookHandler(webhooks), certDir: '/etc/webhook-certs' })
 * manager.add(server)
 * manager.addReadyzCheck('webhooks', server.check)
 */
export const createWebhookServer = (options: WebhookServerOptions): WebhookServer =>
  new TlsWebhookServer(options)
