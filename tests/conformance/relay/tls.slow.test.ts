import { once } from 'node:events'
import { connect } from 'node:http2'
import { serveRelay } from '@kube-informer/relay/node'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createCertificates } from '../../../tools/test/certificates.ts'
import { PAGE, relayOf } from './relay-of.ts'

const WATCH = '/api/v1/pods?watch=1'

test('with TLS, HTTP/2 carries many watches over one connection, and WebSockets work', async () => {
  const { authority, server: tls } = await createCertificates()
  const server = createFakeApiserver()
  const upstream = await serve(server)
  onTestFinished(() => upstream.close())
  const relay = await serveRelay(relayOf(upstream), { tls })
  onTestFinished(() => relay.close())
  const session = connect(relay.url, { ca: authority })
  const watches = Array.from({ length: 20 }, () => session.request({ ':path': WATCH, origin: PAGE }))
  for (const [headers] of await Promise.all(watches.map(watch => once(watch, 'response'))))
    expect(headers[':status']).toBe(200)
  const socket = new WebSocket(`${relay.url.replace('https', 'wss')}${WATCH}`, {
    ca: authority,
    headers: { origin: PAGE },
  })
  await once(socket, 'open')
  const events = [once(socket, 'message'), ...watches.map(watch => once(watch, 'data'))]
  server.create({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', namespace: 'default' } })
  for (const [text] of await Promise.all(events)) expect(String(text)).toContain('"name":"a"')
  const ends = Promise.all(watches.map(watch => once(watch.resume(), 'end')))
  const closed = once(socket, 'close')
  await relay.close()
  await ends
  expect((await closed)[0]).toBe(1000)
})
