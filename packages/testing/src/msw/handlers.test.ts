import { createFakeApiserver, type FakeApiserver } from '@kube-informer/apiserver'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POD_SPEC, pod, watch } from '../test/fixtures.ts'
import { mswHandlers } from './handlers.ts'

let server: FakeApiserver
const msw = setupServer()
beforeEach(() => {
  server = createFakeApiserver()
  server.create(pod('a'))
  msw.use(...mswHandlers(server, { baseUrl: 'http://cluster.example/k8s' }))
  msw.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => {
  vi.restoreAllMocks()
  msw.resetHandlers()
  msw.close()
})

test('answers requests below the base URL', async () => {
  const page = await (await fetch('http://cluster.example/k8s/api/v1/pods')).json()
  expect(page).toMatchObject({ kind: 'PodList', items: [{ metadata: { name: 'a' } }] })
  expect(server.requests[0]?.path).toBe('/api/v1/pods')
  const item = await fetch('http://cluster.example/k8s/api/v1/namespaces/default/pods/a')
  expect(item.headers.get('Content-Type')).toBe('application/json')
  const created = await fetch('http://cluster.example/k8s/api/v1/namespaces/default/pods', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(pod('b', { spec: POD_SPEC })),
  })
  expect(created.status).toBe(201)
})

test('ignores all other requests', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetch('http://cluster.example/api/v1/pods')).rejects.toThrow()
  await expect(fetch('http://cluster.example/k8s/src/main.ts')).rejects.toThrow()
  await expect(fetch('http://other.example/k8s/api/v1/pods')).rejects.toThrow()
})

test('a watch streams with a content type that msw does not clone', async () => {
  const remote = {
    fetch: (url: unknown, init?: RequestInit) =>
      fetch(String(url).replace('http://fake', 'http://cluster.example/k8s'), init),
  }
  const opening = watch(remote, `&resourceVersion=${server.rv}`)
  // In Node, msw passes on the headers with the first chunk.
  await vi.waitFor(() => expect(server.openWatches).toBe(1))
  server.create(pod('b'))
  const reading = await opening
  expect(reading.response.headers.get('Content-Type')).toBe('text/event-stream; of="application/json"')
  await vi.waitFor(() => expect(reading.texts).toEqual(['ADDED default/b']))
  server.dropWatches()
  await vi.waitFor(() => expect(reading.ended).toBe(true))
})

test('an abort ends a mocked watch, before and after its headers', async () => {
  const remote = {
    fetch: (url: unknown, init?: RequestInit) =>
      fetch(String(url).replace('http://fake', 'http://cluster.example/k8s'), init),
  }
  const opening = watch(remote, `&resourceVersion=${server.rv}`)
  await vi.waitFor(() => expect(server.openWatches).toBe(1))
  server.create(pod('b'))
  const reading = await opening
  await vi.waitFor(() => expect(reading.texts).toEqual(['ADDED default/b']))
  reading.controller.abort()
  await vi.waitFor(() => expect([server.openWatches, reading.ended]).toEqual([0, true]))

  const controller = new AbortController()
  const path = `/k8s/api/v1/watch/namespaces/default/pods?resourceVersion=${server.rv}`
  const silent = fetch(`http://cluster.example${path}`, { signal: controller.signal })
  await vi.waitFor(() => expect(server.openWatches).toBe(1))
  controller.abort()
  await expect(silent).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})
