import { createServer, request } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pods } from '../object/resources.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { POD_SPEC, pod, watch } from '../test/fixtures.ts'
import { requestListener, type Serving, serve } from './serve.ts'

let server: FakeApiserver
let serving: Serving
beforeEach(async () => {
  server = createFakeApiserver({ objects: generatePods({ count: 300 }) })
  serving = await serve(server, { control: true })
})
afterEach(() => serving.close())

/** The status of a request with any headers. */
const statusAt = (url: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, response => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject).end()
  })

const post = (path: string, body: unknown = {}, method = 'POST') =>
  fetch(serving.url + path, { method, body: JSON.stringify(body) })

test('lists, creates and reads over HTTP', async () => {
  const page = (await (await fetch(`${serving.url}/api/v1/pods?limit=250`)).json()) as { items: unknown[] }
  expect(page.items).toHaveLength(250)
  const created = await fetch(`${serving.url}/api/v1/namespaces/default/pods`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(pod('over-http', { spec: POD_SPEC })),
  })
  expect(created.status).toBe(201)
  expect(server.get(pods, 'default/over-http')).toBeDefined()
})

test('streams a watch, and an abort of the client closes it', async () => {
  const remote = {
    fetch: (url: unknown, init?: RequestInit) => fetch(String(url).replace('http://fake', serving.url), init),
  }
  const reading = await watch(remote, `&resourceVersion=${server.rv}`)
  await vi.waitFor(() => expect(server.openWatches).toBe(1))
  server.create(pod('a'))
  await vi.waitFor(() => expect(reading.texts).toEqual(['ADDED default/a']))
  reading.controller.abort()
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})

test('a slow reader applies backpressure to the list', async () => {
  serving.close()
  server = createFakeApiserver({ objects: generatePods({ count: 3000 }) })
  serving = await serve(server)
  const response = await fetch(`${serving.url}/api/v1/pods`)
  let idle = false
  void server.idle().then(() => {
    idle = true
  })
  const reader = response.body?.getReader()
  await reader?.read()
  expect(idle).toBe(false)
  for (let done = false; !done; ) done = (await reader?.read())?.done ?? true
  await server.idle()
})

test('CORS for loopback origins only', async () => {
  const at = (origin: string, method = 'GET') =>
    fetch(`${serving.url}/version`, { method, headers: { Origin: origin } })
  const local = await at('http://localhost:5173')
  expect(local.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:5173')
  expect((await at('http://127.0.0.1:1', 'OPTIONS')).status).toBe(204)
  expect((await at('https://evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect((await at('http://localhost.evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull()
})

const OTHERS: readonly Record<string, string>[] = [
  { Host: 'evil.example:8001' },
  { Host: '192.168.0.2' },
  { Host: 'evil.example', Origin: 'http://evil.example' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
]

test.each(OTHERS)('a request with the headers %j is rejected before it has an effect', async headers => {
  const version = await fetch(`${serving.url}/_fake/rv`)
  for (const [path, method] of [
    ['/api/v1/pods', 'GET'],
    ['/api/v1/namespaces/default/pods', 'POST'],
    ['/_fake/relist', 'POST'],
    ['/_fake/faults', 'DELETE'],
    ['/_fake/rv', 'OPTIONS'],
  ] as const)
    expect(await statusAt(serving.url + path, headers, method)).toBe(403)
  expect(await (await fetch(`${serving.url}/_fake/rv`)).json()).toEqual(await version.json())
  expect(server.requests).toEqual([])
})

test('pages of this machine use everything, from any port', async () => {
  for (const origin of ['http://localhost:5173', 'http://app.localhost', 'http://127.0.0.1:3000']) {
    const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
    expect(await statusAt(`${serving.url}/api/v1/pods`, headers)).toBe(200)
    expect(await statusAt(`${serving.url}/_fake/relist`, headers, 'POST')).toBe(200)
  }
})

test('on another interface, a server may be called by IP addresses, its own name and allowed names', async () => {
  const open = await serve(server, { host: '0.0.0.0', allowedHosts: ['a.example'] })
  const url = open.url.replace('0.0.0.0', '127.0.0.1')
  const statuses = await Promise.all(
    ['192.168.0.2:8001', '0.0.0.0', 'localhost', 'a.example', 'evil.example'].map(Host =>
      statusAt(`${url}/version`, { Host }),
    ),
  )
  expect(statuses).toEqual([200, 200, 200, 200, 403])
  expect(await statusAt(`${url}/version`, { Origin: 'https://evil.example' })).toBe(403)
  await open.close()
})

test('a dropped request closes the connection', async () => {
  server.faults.add({ times: 1, action: { type: 'drop' } })
  await expect(fetch(`${serving.url}/version`)).rejects.toThrow()
  expect((await fetch(`${serving.url}/version`)).status).toBe(200)
})

test('an internal error is a response, and the connection stays open', async () => {
  const failing = await serve({ ...server, fetch: () => Promise.reject(new Error('out of ideas')) })
  const response = await fetch(`${failing.url}/api/v1/pods`)
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({
    kind: 'Status',
    code: 500,
    reason: 'InternalError',
    message: 'out of ideas',
  })
  await failing.close()
})

test('the controls work over HTTP', async () => {
  const { rv } = server
  expect(await (await fetch(`${serving.url}/_fake/rv`)).json()).toEqual({ rv })
  await post('/_fake/objects', pod('by-control'))
  expect(server.get(pods, 'default/by-control')).toBeDefined()
  await post('/_fake/objects', pod('by-control', { labels: { x: '1' } }), 'PUT')
  expect(server.get(pods, 'default/by-control')?.metadata.labels).toEqual({ x: '1' })
  await post('/_fake/objects', pod('by-control'), 'DELETE')
  expect(server.get(pods, 'default/by-control')).toBeUndefined()
  await post('/_fake/faults', {
    times: 1,
    match: { pathPattern: '*version' },
    action: { type: 'status', code: 503 },
  })
  expect((await fetch(`${serving.url}/version`)).status).toBe(503)
  await post('/_fake/compact')
  const expired = await fetch(`${serving.url}/api/v1/pods?resourceVersion=${rv}&resourceVersionMatch=Exact`)
  expect(expired.status).toBe(410)
  await post('/_fake/churn', { perSecond: 100 })
  expect(await (await fetch(`${serving.url}/_fake/status`)).json()).toMatchObject({ churn: 100 })
  await post('/_fake/churn', { perSecond: 0 })
  const lists = (await (await fetch(`${serving.url}/_fake/requests?kind=list`)).json()) as unknown[]
  expect(lists).toHaveLength(1)
  expect((await post('/_fake/relist')).status).toBe(200)
  expect((await post('/_fake/drop-watches')).status).toBe(200)
  expect((await post('/_fake/nothing')).status).toBe(404)
  expect((await post('/_fake/churn', { perSecond: 'x' })).status).toBe(400)
})

test('invalid faults over HTTP are rejected, and a failing one affects nothing else', async () => {
  const none = { type: 'nonsense' }
  expect((await post('/_fake/strike', none)).status).toBe(400)
  expect((await post('/_fake/script', { steps: [{ atMs: 0, fault: none }] })).status).toBe(400)
  const fault = { type: 'notReady', resource: 'nothing', forMs: 1 }
  expect((await post('/_fake/script', { steps: [{ atMs: 0, fault }] })).status).toBe(200)
  const rule = { match: { pathPattern: '*version' }, action: { type: 'status', code: 503 } }
  await post('/_fake/strike', { type: 'rule', rule })
  expect((await fetch(`${serving.url}/api`)).status).toBe(200)
  expect((await fetch(`${serving.url}/version`)).status).toBe(503)
  expect((await post('/_fake/strike', undefined, 'DELETE')).status).toBe(200)
  expect((await fetch(`${serving.url}/version`)).status).toBe(200)
})

test('by default there are no controls', async () => {
  const plain = await serve(server)
  expect((await fetch(`${plain.url}/_fake/rv`)).status).toBe(404)
  await plain.close()
})

test('close() ends open watches', async () => {
  const response = await fetch(`${serving.url}/api/v1/pods?watch=1`)
  await serving.close()
  await expect(response.text()).rejects.toThrow()
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})

test('a request listener serves the API from an HTTP server of the caller', async () => {
  const http = createServer(requestListener(createFakeApiserver({ objects: generatePods({ count: 3 }) })))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const list = await (await fetch(`http://127.0.0.1:${port}/api/v1/pods`)).json()
  expect(list).toMatchObject({ kind: 'PodList', items: [{}, {}, {}] })
  expect((await fetch(`http://127.0.0.1:${port}/_fake/status`)).status).toBe(404)
  const version = `http://127.0.0.1:${port}/version`
  const page = { Host: '192.168.0.2:5173', Origin: 'http://192.168.0.2:5173' }
  expect(await statusAt(version, page)).toBe(200)
  expect(await statusAt(version, { Host: 'evil.example' })).toBe(403)
  expect(await statusAt(version, { Origin: 'https://evil.example' })).toBe(403)
  http.close()
  http.closeAllConnections()
})

test('a server with a higher initial revision rejects watches from the resourceVersions of an earlier one', async () => {
  const later = createFakeApiserver({ objects: [pod('a')], initialRevision: 5_000 })
  expect(Number(later.rv)).toBeGreaterThan(5_000)
  const response = await later.fetch('/api/v1/pods?watch=1&resourceVersion=4000')
  expect(await response.text()).toContain('"code":410')
})

test('the listener serves HTTP/2, too', async () => {
  const listener = requestListener(createFakeApiserver({ objects: generatePods({ count: 3 }) }))
  const http = createHttp2Server(listener as unknown as Parameters<typeof createHttp2Server>[0])
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const session = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const stream = session.request({ ':path': '/api/v1/pods' })
  const status = new Promise<unknown>(resolve =>
    stream.once('response', headers => resolve(headers[':status'])),
  )
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  expect(await status).toBe(200)
  expect((JSON.parse(text) as { items: unknown[] }).items).toHaveLength(3)
  session.close()
  await new Promise(resolve => http.close(resolve))
})
