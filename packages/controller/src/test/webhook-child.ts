import { createKubeClient } from '@kube-informer/core'
import { silentLogger } from '../api/silent-logger.ts'
import { createManager } from '../manager/create-manager.ts'
import { createHealthServer } from '../node/health-server.ts'
import { setupSignalHandler } from '../node/signal-handler.ts'
import { createWebhookServer } from '../node/webhooks/create-webhook-server.ts'
import { keepWebhooksInstalled } from '../node/webhooks/keep-webhooks-installed.ts'
import { defaulting } from '../webhook/admission/defaulting.ts'
import { webhookHandler } from '../webhook/webhook-handler.ts'
import { widgets } from './manager-rig.ts'

// A manager with a webhook server, against the apiserver of the first argument, with the certificates of the second one. It
// runs until a signal, and must then end by itself. Prints lines of JSON.
const [, , baseUrl = '', certDir = ''] = process.argv
const print = (values: unknown): void => console.log(JSON.stringify(values))

const client = createKubeClient({ baseUrl })
const manager = createManager({ client, log: silentLogger })
const webhooks = [
  defaulting(widgets, draft => {
    draft.spec.size ??= 1
  }),
]
const server = createWebhookServer({ handler: webhookHandler(webhooks), certDir, host: '127.0.0.1', port: 0 })
const health = createHealthServer({
  address: '127.0.0.1:0',
  health: request => manager.handleHealth(request),
})
const service = { namespace: 'default', name: 'webhooks' }
manager.add(server)
manager.add(health)
manager.add(
  keepWebhooksInstalled({ client, server, webhooks, service, name: 'widgets', caFile: `${certDir}/ca.crt` }),
)
manager.addReadyzCheck('webhooks', server.check)
void manager.elected.then(() => print({ url: server.url, health: health.url }))
await manager.run(setupSignalHandler())
// Node lists handles that were closed until the end of a cycle of its event loop.
for (let cycles = 0; cycles < 2; cycles++) await new Promise(resolve => setImmediate(resolve))
print({ resources: process.getActiveResourcesInfo() })
