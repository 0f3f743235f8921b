import { channel } from 'node:diagnostics_channel'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeReal } from '../../tools/kubernetes/describe-real.ts'
import { describeProtocol } from './protocol.ts'
import { realTarget } from './real-target.ts'
import { describeSockets } from './sockets.suite.ts'

describeReal('a real kube-apiserver, from Node', () => {
  // It counts objects in all namespaces, so it is a server of its own, whatever `KUBE_APISERVER_URL` names.
  const target = realTarget()
  const protocols = new Set<unknown>()
  channel('undici:client:connected').subscribe(message =>
    protocols.add((message as { readonly socket: TLSSocket }).socket.alpnProtocol),
  )
  beforeAll(() => target.start(), 120_000)
  afterAll(() => target.stop(), 20_000)
  describeProtocol(target)
  describeSockets(target)
  test('the client spoke HTTP/2', () => {
    expect(protocols).toContain('h2')
  })
})
