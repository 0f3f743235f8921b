import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Authority, type Certified, createAuthority } from '../../../../tools/test/certificates.ts'
import { createWebhookServer } from '../node/webhooks/create-webhook-server.ts'
import type { WebhookServerOptions } from '../node/webhooks/webhook-server-options.ts'
import { RecordingLogger } from './recording-logger.ts'

export { type Authority, type Certified, createAuthority }

let shared: Promise<{ authority: Authority; server: Certified }> | undefined

/** One authority, and a server certificate of it. */
export const certified = (): Promise<{ authority: Authority; server: Certified }> => {
  shared ??= createAuthority().then(async authority => ({ authority, server: await authority.signServer() }))
  return shared
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server that runs until the end of the test. */
export async function startServer(options: Partial<WebhookServerOptions> = {}) {
  const { authority, server: own } = await certified()
  const logger = new RecordingLogger()
  const hasCertificate = options.cert ?? options.certDir ?? options.certFile
  const server = createWebhookServer({
    ...{ handler: () => new Response('ok'), host: '127.0.0.1', port: 0, logger },
    ...(hasCertificate === undefined ? own : {}),
    ...options,
  })
  const stop = new AbortController()
  const running = server.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await running.catch(() => {})
  })
  await Promise.race([server.waitForSync(stop.signal), running])
  const url = server.url ?? ''
  return { server, url, port: Number(new URL(url).port), stop, running, logger, ca: authority.cert }
}
