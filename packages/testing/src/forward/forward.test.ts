import { MessageChannel } from 'node:worker_threads'
import { createFakeApiserver, type FakeApiserver, generatePods } from '@kube-informer/apiserver'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POD_SPEC, pod, watch } from '../test/fixtures.ts'
import { type ForwardedServer, forwardToWorker } from './forward-to-worker.ts'
import { serveFromWorker } from './serve-from-worker.ts'
import type { Endpoint } from './wire.ts'

let server: FakeApiserver
let forwarded: ForwardedServer
let close: () => void
beforeEach(() => {
  const { port1, port2 } = new MessageChannel()
  server = createFakeApiserver({ objects: generatePods({ count: 200 }) })
  const stop = serveFromWorker(server, port2 as unknown as Endpoint)
  forwarded = forwardToWorker(port1 as unknown as Endpoint)
  close = () => {
    stop()
    port1.close()
  }
})
afterEach(() => close())

const at = (path: string, init?: RequestInit) => forwarded.fetch(new Request(`http://fake${path}`, init))

test('responses are the same as without a Worker', async () => {
  const path = '/api/v1/pods?limit=150'
  const response = await at(path)
  expect(response.headers.get('Content-Type')).toBe('application/json')
  expect(await response.text()).toBe(await (await server.fetch(path)).text())
  expect((await at('/api/v1/nosuch')).status).toBe(404)
})

test('request bodies are transferred', async () => {
  const body = JSON.stringify(pod('a', { spec: POD_SPEC }))
  const response = await at('/api/v1/namespaces/default/pods', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ metadata: { name: 'a' } })
})

test('a watch streams, and cancelling it reaches the server', async () => {
  const remote = {
    fetch: (url: unknown, init?: RequestInit) => forwarded.fetch(new Request(String(url), init)),
  }
  const reading = await watch(remote, `&resourceVersion=${server.rv}`)
  server.create(pod('a'))
  await vi.waitFor(() => expect(reading.texts).toEqual(['ADDED default/a']))
  expect(server.openWatches).toBe(1)
  reading.controller.abort()
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
  expect(reading.error).toMatchObject({ name: 'AbortError' })
  const second = await at('/api/v1/pods?watch=1')
  await second.body?.cancel()
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})

test('a reader that stops reading applies backpressure to the server', async () => {
  const response = await at('/api/v1/pods')
  const reader = response.body?.getReader()
  await reader?.read()
  let idle = false
  void server.idle().then(() => {
    idle = true
  })
  await vi.waitFor(async () => expect((await at('/readyz')).status).toBe(200))
  expect(idle).toBe(false)
  for (let done = false; !done; ) done = (await reader?.read())?.done ?? true
  await server.idle()
})

test('a dropped request rejects', async () => {
  server.faults.add({ times: 1, action: { type: 'drop' } })
  await expect(at('/version')).rejects.toThrow('Failed to fetch')
})

test('an abort before the response rejects and reaches the server', async () => {
  const controller = new AbortController()
  const answer = at('/api/v1/pods?watch=1', { signal: controller.signal })
  controller.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})
