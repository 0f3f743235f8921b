import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { parseKubeConfig } from '@kube-informer/core/config'
import { expect, onTestFinished, test } from 'vitest'
import { createCertificates } from '../../../tools/test/certificates.ts'

/** A server over HTTP/2 whose watches start after a moment, and a fetch with one connection to it. */
async function connect() {
  const { server, authority } = await createCertificates()
  const http = createSecureServer(server)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const cluster = { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': btoa(authority) }
  const text = JSON.stringify({
    kind: 'Config',
    apiVersion: 'v1',
    'current-context': 'dev',
    contexts: [{ name: 'dev', context: { cluster: 'dev', user: 'dev' } }],
    clusters: [{ name: 'dev', cluster }],
    users: [{ name: 'dev', user: { token: 'secret' } }],
  })
  const config = await parseKubeConfig(text)
  onTestFinished(async () => {
    await config.close()
    http.close()
  })
  return { http, config }
}

/** More microtasks than a request needs until it is sent. */
const MICROTASKS = 60

const afterMicrotasks = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await undefined
}

// undici destroys the stream of an aborted request; while the request is being sent, the server would receive no reset.
test('a request that is aborted while it is sent leaves no stream open', async () => {
  const { http, config } = await connect()
  const open = new Set<string>()
  const seen = new Set<string>()
  http.on('stream', (stream, headers) => {
    const path = String(headers[':path'])
    stream.on('error', () => {})
    stream.respond({ ':status': 200 })
    if (path === '/ready') return stream.end()
    // As of a watch: the response has no end.
    open.add(path)
    seen.add(path)
    stream.on('close', () => open.delete(path))
  })
  const get = (path: string, signal: AbortSignal | null = null) =>
    config.fetch(`${config.baseUrl}${path}`, { signal })
  const isReady = async () => (await get('/ready')).text()
  await isReady()
  for (let count = 0; count < MICROTASKS; count++) {
    const aborting = new AbortController()
    const watch = get(`/watch-${count}`, aborting.signal)
    await Promise.all([
      expect(watch).rejects.toThrow('enough'),
      afterMicrotasks(count).then(() => aborting.abort(new Error('enough'))),
    ])
  }
  await isReady()
  expect(seen.size).toBeGreaterThan(0)
  await expect.poll(() => [...open]).toEqual([])
})
