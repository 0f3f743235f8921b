import { createWebhookServer } from '@kube-informer/controller/node'
import { createCertificates } from '../../../tools/test/certificates.ts'
import { Recorder } from './recorder.ts'
import { handleWidgets } from './widgets-webhook.ts'

/** The webhook module on a TLS server of Node, with a record of what it receives. */
export async function serveWidgets() {
  const certificates = await createCertificates()
  const recorder = new Recorder()
  const server = createWebhookServer({
    ...certificates.server,
    handler: recorder.recording(handleWidgets),
    host: '127.0.0.1',
    port: 0,
  })
  const stop = new AbortController()
  const running = server.run(stop.signal)
  await server.waitForSync(stop.signal)
  return {
    recorder,
    certificates,
    url: server.url ?? '',
    close: async () => {
      stop.abort()
      await running
    },
  }
}
