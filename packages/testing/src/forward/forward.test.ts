import { MessageChannel } from 'node:worker_threads'
import { createFakeApiserver, type FakeApiserver, generatePods } from '@kube-informer/apiserver'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { POD_SPEC, pod, watch } from '../test/fixtures.ts'
import { fetchForwarded } from './fetch-forwarded.ts'
import { forwardFrom } from './forward-from.ts'
import { type ForwardedServer, forwardToWorker } from './forward-to-worker.ts'
import { serveFromWorker } from './serve-from-worker.ts'
import type { Endpoint, UseServer } from './wire.ts'

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

describe('fetchForwarded', () => {
  /** A scope that receives what `forwardFrom` posts, and the server's end. */
  function client(headers?: Record<string, string>) {
    const { port1: serverEnd, port2: serverScope } = new MessageChannel()
    const users: (string | null)[] = []
    const answerer = {
      fetch: (request: Request) => {
        users.push(request.headers.get('impersonate-user'))
        return server.fetch(request)
      },
    }
    const stop = serveFromWorker(answerer, serverScope as unknown as Endpoint)
    const scope = new EventTarget()
    const others: unknown[] = []
    const ports: MessagePort[] = []
    const post = (message: UseServer, transfer: readonly unknown[]) => {
      ports.push(...(transfer as MessagePort[]))
      scope.dispatchEvent(new MessageEvent('message', { data: message }))
    }
    const fetch = fetchForwarded(scope as unknown as Endpoint)
    scope.addEventListener('message', ({ data }: MessageEventInit) => others.push(data))
    const options = { baseUrl: 'http://page.test/k8s', ...(headers && { headers }) }
    forwardFrom({ postMessage: post as never }, serverEnd as never, options)
    onTestFinished(() => {
      stop()
      for (const port of [serverEnd, serverScope, ...ports]) port.close()
    })
    return { fetch, others, users }
  }

  test('sends requests below the base URL to the server', async () => {
    const { fetch, others } = client()
    const list = await fetch('http://page.test/k8s/api/v1/pods?limit=2')
    expect(await list.json()).toMatchObject({ kind: 'PodList' })
    const created = await fetch('http://page.test/k8s/api/v1/namespaces/default/pods', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(pod('a', { spec: POD_SPEC })),
    })
    expect(created.status).toBe(201)
    expect(others).toEqual([])
  })

  test('adds the headers to each request', async () => {
    const { fetch, users } = client({ 'Impersonate-User': 'jane' })
    await fetch('http://page.test/k8s/api/v1/pods?limit=1')
    expect(users).toEqual(['jane'])
  })
})
