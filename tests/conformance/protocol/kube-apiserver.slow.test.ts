import { channel } from 'node:diagnostics_channel'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { describeProtocol } from './protocol.ts'
import { realTarget } from './real-target.ts'
import { describeSockets } from './sockets.suite.ts'

describeReal('a real kube-apiserver, from Node', () => {
  // Rows count objects in all namespaces, so they need a server of their own, even if `KUBE_APISERVER_URL` is set.
  const target = realTarget()
  const protocols = new Set<unknown>()
  channel('undici:client:connected').subscribe(message =>
    protocols.add((message as { readonly socket: TLSSocket }).socket.alpnProtocol),
  )
  beforeAll(() => target.start(), 120_000)
  afterAll(() => target.stop(), 20_000)
  describeProtocol(target)
  describeSockets(target)
  test('the client used HTTP/2', () => {
    expect(protocols).toContain('h2')
  })
})
