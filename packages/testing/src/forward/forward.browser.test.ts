import { generatePods } from '@kube-informer/apiserver'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POD_SPEC, pod, watch } from '../test/fixtures.ts'
import { forwardFrom } from './forward-from.ts'
import { type ForwardedServer, forwardToWorker } from './forward-to-worker.ts'

let worker: Worker
let server: ForwardedServer
beforeEach(() => {
  worker = new Worker(new URL('../test/server.worker.ts', import.meta.url), { type: 'module' })
  server = forwardToWorker(worker)
})
afterEach(() => worker.terminate())

const at = (path: string, init?: RequestInit) => server.fetch(new Request(`http://fake${path}`, init))
const control = async (path: string) =>
  (await (await at(`/_fake/${path}`)).json()) as { openWatches: number; rv: string }

test('a list is transferred from a Worker in chunks', async () => {
  const response = await at('/api/v1/pods')
  let chunks = 0
  let text = ''
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks++
    text += decoder.decode(read.value, { stream: true })
  }
  const page = JSON.parse(text) as { items: { metadata: { name: string } }[] }
  const names = (items: readonly { metadata: { name: string } }[]) =>
    items.map(({ metadata }) => metadata.name).sort()
  expect(names(page.items)).toEqual(names(generatePods({ count: 500 })))
  expect(chunks).toBeGreaterThan(40)
})

test('a watch streams from a Worker, and an abort closes it there', async () => {
  const { rv } = await control('status')
  const remote = { fetch: (url: unknown, init?: RequestInit) => server.fetch(new Request(String(url), init)) }
  const reading = await watch(remote, `&resourceVersion=${rv}`)
  const written = await at('/api/v1/namespaces/default/pods', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(pod('a', { spec: POD_SPEC })),
  })
  expect(await written.json()).toMatchObject({ kind: 'Pod' })
  await vi.waitFor(() => expect(reading.texts).toEqual(['ADDED default/a']))
  expect((await control('status')).openWatches).toBe(1)
  reading.controller.abort()
  await vi.waitFor(async () => expect((await control('status')).openWatches).toBe(0))
})

test('the watch of another Worker streams without a service worker', async () => {
  const client = new Worker(new URL('../test/client.worker.ts', import.meta.url), { type: 'module' })
  const received: string[] = []
  client.onmessage = ({ data }: MessageEvent<string>) => received.push(data)
  forwardFrom(client, worker, { baseUrl: '/k8s' })
  client.postMessage('watch')
  await vi.waitFor(() => expect(received).toEqual(['open']))
  const written = await at('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'a' } }),
  })
  expect(written.status).toBe(201)
  await vi.waitFor(() => expect(received).toEqual(['open', expect.stringMatching(/"ADDED".*"name":"a"/)]))
  client.terminate()
})
