import { consoleLogger, createManager } from '@kube-informer/controller'
import { controllerMetrics, metricsHandler, webhookMetrics } from '@kube-informer/controller/metrics'
import {
  createHealthServer,
  createWebhookServer,
  inClusterDefaults,
  keepWebhooksInstalled,
  setupSignalHandler,
} from '@kube-informer/controller/node'
import { webhookHandler } from '@kube-informer/controller/webhook'
import { createKubeClient } from '@kube-informer/core'
import { defaultConfig } from '@kube-informer/core/config'
import { MetricRegistry, meteredFetch } from '@kube-informer/core/metrics'
import { addWidgetController } from './controller.ts'
import { webhooks } from './webhook.ts'

const {
  CERT_DIR = '/etc/webhook-certs',
  HEALTH_ADDRESS = ':8081',
  WEBHOOK_PORT = '9443',
  // Where the apiserver finds a process outside of the cluster, such as on a developer's machine.
  WEBHOOK_URL,
} = process.env
const { namespace = 'widgets-system', identity } = await inClusterDefaults()

const registry = new MetricRegistry()
const logger = consoleLogger()
const config = await defaultConfig()
const client = createKubeClient({ ...config, fetch: meteredFetch({ registry, fetch: config.fetch }) })
const manager = createManager({
  client,
  log: logger,
  leaderElection: { name: 'widgets', namespace, identity, releaseOnCancel: true },
  metrics: controllerMetrics(registry),
})
addWidgetController(manager)

const server = createWebhookServer({
  handler: webhookHandler(webhooks, { logger, metrics: webhookMetrics(registry) }),
  certDir: CERT_DIR,
  port: Number(WEBHOOK_PORT),
  logger,
})
manager.add(server)
manager.addReadyzCheck('webhooks', server.check)
manager.add(
  keepWebhooksInstalled({
    client,
    server,
    webhooks,
    name: 'widgets',
    ...(WEBHOOK_URL ? { url: WEBHOOK_URL } : { service: { namespace, name: 'widgets' } }),
    caFile: `${CERT_DIR}/ca.crt`,
    logger,
  }),
)
manager.add(
  createHealthServer({
    address: HEALTH_ADDRESS,
    health: request => manager.handleHealth(request),
    metrics: metricsHandler(registry),
  }),
)

await manager.run(setupSignalHandler())
