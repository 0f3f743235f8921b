import { type Pod, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { ConnectionOptions } from '../api/connection.ts'
import { defineInformers } from '../api/definition.ts'
import { describeConnection } from '../test/conformance/index.ts'
import { BASE_URL, createTestServer, informers, serverControl, TOKEN } from '../test/informers.ts'
import { connectInline } from './index.ts'

describeConnection('connectInline', options => {
  const server = createTestServer()
  const another = (given: ConnectionOptions) => connectInline(informers, { ...given, fetch: server.fetch })
  return { connection: another(options), another, server: serverControl(server) }
})

test('rows contain only the picked fields, and the host uses the given watch transport', async () => {
  const server = createTestServer()
  const opened: string[] = []
  const picking = defineInformers({ pods: { resource: pods, pick: ['spec.nodeName'] } })
  const connection = connectInline(picking, {
    baseUrl: BASE_URL,
    getToken: () => TOKEN,
    fetch: server.fetch,
    watchTransport: 'websocket',
    webSocket: (transport, path, request) => {
      opened.push(path)
      return transport.request(path, request).then(({ body }) => body ?? new ReadableStream<Uint8Array>())
    },
  })
  const [first] = await new Promise<readonly Pod[]>(resolve => {
    connection.subscribe({ resource: 'pods', slice: {} }, ({ data, status }) => {
      if (status.data === 'complete' && data.length > 0 && opened.length > 0) resolve(data)
    })
  })
  connection.close()
  expect(opened[0]).toBe('/api/v1/pods')
  expect(Object.keys(first ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
  expect(first?.spec).toEqual({ nodeName: 'n1' })
  expect(Object.keys(first?.metadata ?? {}).sort()).toEqual(['name', 'namespace', 'resourceVersion', 'uid'])
})
