import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { createKubeClient, createListWatch, SharedIndexInformer, webSocketWatch } from '@kube-informer/core'
import { type FakeApiserver, pods } from '@kube-informer/testing'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { relaySocket } from '../client/relay-socket.ts'
import { SUBPROTOCOL } from '../socket/protocol.ts'
import { liveRelay, PAGE, livePod as pod } from '../test/live-relay.ts'
import { type ServeRelayOptions, type ServingRelay, serveRelay } from './serve-relay.ts'

const WATCH = '/api/v1/pods?watch=1'

let server: FakeApiserver
let serving: ServingRelay
let openWatches: () => number
const start = async (options: ServeRelayOptions = {}) => {
  const live = liveRelay()
  server = live.server
  openWatches = () => Number(/apiserver_longrunning_requests\{.*\} (\d+)/.exec(live.relay.metrics())?.[1])
  serving = await serveRelay(live.relay, options)
  const own = serving
  onTestFinished(() => own.close())
  await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200))
}
const get = (path: string, init?: RequestInit) => fetch(serving.url + path, init)

/** The response to a request without `fetch`: its status, and whether it broke off. */
const raw = (headers: Record<string, string>, path = WATCH) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    // A URL would be normalized.
    const sent = request({ port: new URL(serving.url).port, path, headers }, response => {
      let body = ''
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve({ status: 101, body: '' })
    })
    sent.end()
  })

const socketTo = (path: string, protocols: string[] = []) => {
  const socket = new WebSocket(serving.url.replace('http', 'ws') + path, protocols, {
    headers: { origin: PAGE },
  })
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())
  return socket
}

beforeEach(() => start())

test('lists and watches over HTTP, and an abort of the reader ends its watch', async () => {
  server.create(pod('a'))
  await vi.waitFor(async () =>
    expect(await (await get('/api/v1/pods')).json()).toMatchObject({ items: [{}] }),
  )
  const stopping = new AbortController()
  const response = await get(WATCH, { signal: stopping.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('"name":"a"')
  expect(openWatches()).toBe(1)
  stopping.abort()
  await reader?.read().catch(() => {})
  await vi.waitFor(() => expect(openWatches()).toBe(0))
})

test('a watch is complete although its reader pauses', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `pod-${index}`)
  const socket = connect(Number(new URL(serving.url).port), '127.0.0.1')
  socket.write(`GET ${WATCH} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  for (const name of names) server.create(pod(name, 100_000))
  // The relay has the events.
  await (await get(`/api/v1/pods?limit=1&resourceVersion=${server.rv}`)).text()
  let text = ''
  socket.on('data', data => {
    text += data
  })
  socket.resume()
  await vi.waitFor(
    () => expect([...text.matchAll(/"name":"(pod-\d+)"/g)].map(([, name]) => name)).toEqual(names),
    { timeout: 20_000 },
  )
  socket.destroy()
  await vi.waitFor(() => expect(openWatches()).toBe(0))
})

/** All bytes of a watch until the relay is closed, as text. */
const watchedBytes = async (version: string) => {
  const socket = connect(Number(new URL(serving.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', data => {
    text += data
  })
  socket.write(`GET ${WATCH} HTTP/${version}\r\nHost: localhost\r\n\r\n`)
  await vi.waitFor(() => expect(text).toMatch(/\r\n\r\n$/))
  return { body: () => text.slice(text.indexOf('\r\n\r\n') + 4), closed: once(socket, 'close') }
}

test('a watch is a chunked body in HTTP/1.1, and its lines alone in HTTP/1.0', async () => {
  const watches = [await watchedBytes('1.1'), await watchedBytes('1.1'), await watchedBytes('1.0')]
  const [one, same, old] = watches
  for (const name of ['a', 'b']) {
    server.create(pod(name))
    await vi.waitFor(() => {
      for (const { body } of watches) expect(body()).toContain(`"name":"${name}"`)
    })
  }
  await serving.close()
  await Promise.all(watches.map(({ closed }) => closed))
  const lines = old?.body().split(/(?<=\n)/) ?? []
  expect(lines.map(line => JSON.parse(line).object.metadata.name)).toEqual(['a', 'b'])
  const chunks = lines.map(line => `${Buffer.byteLength(line).toString(16)}\r\n${line}\r\n`)
  expect([one?.body(), same?.body()]).toEqual(Array(2).fill(`${chunks.join('')}0\r\n\r\n`))
})

test('close ends watches as their server does, and leaves nothing behind', async () => {
  const response = await get(WATCH)
  const socket = socketTo(WATCH)
  await once(socket, 'open')
  const many = socketTo('/relay', [SUBPROTOCOL])
  await once(many, 'open')
  many.send(JSON.stringify({ type: 'open', id: 1, path: WATCH, credit: 1000 }))
  await once(many, 'message')
  const codes = Promise.all([once(socket, 'close'), once(many, 'close')])
  await serving.close()
  // A body that broke off would reject.
  expect(await response.text()).toBe('')
  expect((await codes).map(([code]) => code)).toEqual([1000, 1000])
  expect([openWatches(), server.openWatches]).toEqual([0, 0])
  await expect(get('/readyz')).rejects.toThrow()
})

test('close breaks off what does not end in time', async () => {
  const relay = { fetch: async () => new Response(new ReadableStream()), run: async () => {} }
  const stuck = await serveRelay(relay, { graceMs: 10 })
  const response = await fetch(stuck.url)
  await stuck.close()
  await expect(response.text()).rejects.toThrow()
})

test('W13: a watch over WebSocket, one event for each message', async () => {
  const socket = socketTo(`${WATCH}&resourceVersion=${server.rv}`, ['any.name'])
  await once(socket, 'open')
  const message = once(socket, 'message')
  server.create(pod('a'))
  expect(String((await message)[0])).toMatch(/^\{"type":"ADDED".*"name":"a".*\}\n$/)
  expect(socket.protocol).toBe('any.name')
  socket.close()
  await vi.waitFor(() => expect(openWatches()).toBe(0))
})

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  Origin: PAGE,
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
}

test.each<[string, Record<string, string>, number]>([
  ['of the page', {}, 101],
  ['without an Origin', { Origin: '' }, 403],
  ['of another page', { Origin: 'https://evil.example' }, 403],
  ['of another version', { 'Sec-WebSocket-Version': '12' }, 400],
  ['with a key that is none', { 'Sec-WebSocket-Key': 'x' }, 400],
])('a WebSocket %s gets %i', async (_title, headers, status) => {
  for (const more of [{}, { 'Sec-WebSocket-Protocol': SUBPROTOCOL }]) {
    const path = 'Sec-WebSocket-Protocol' in more ? '/relay' : WATCH
    const answer = await raw({ ...UPGRADE, ...more, ...headers }, path)
    expect(answer.status).toBe(status)
    await vi.waitFor(() => expect(openWatches()).toBe(0))
  }
})

test('a socket of a page that is not listed is refused, and one of a program without an Origin is not', async () => {
  const open = (headers: Record<string, string>) =>
    new WebSocket(`${serving.url.replace('http', 'ws')}/relay`, [SUBPROTOCOL], { headers })
  const [error] = await once(open({ origin: 'https://evil.example' }), 'error').catch(error => [error])
  expect(String(error)).toContain('403')
  const socket = open({})
  await once(socket, 'open')
  socket.close()
})

test.each([
  ['two slashes', '//evil.example/api/v1/pods', 404],
  ['an upgrade to something else', '/api/v1/pods', 200],
])('%s', async (_title, path, status) => {
  const headers = status === 200 ? { Connection: 'Upgrade', Upgrade: 'h2c' } : {}
  expect((await raw(headers, path)).status).toBe(status)
})

test.each([
  ['an invalid host', 'Host: a b\r\n'],
  ['an invalid host of an upgrade', 'Host: a b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'],
])('%s is a 400', async (_title, headers) => {
  const socket = connect(Number(new URL(serving.url).port), '127.0.0.1')
  socket.write(`GET ${WATCH} HTTP/1.1\r\n${headers}\r\n`)
  const [text] = await once(socket, 'data')
  expect(String(text)).toMatch(/^HTTP\/1.1 400 /)
  socket.destroy()
})

test('binary messages, and messages that are too long, close a socket with many watches', async () => {
  for (const [message, code] of [
    [Buffer.from('{}'), 4400],
    ['x'.repeat(70_000), 4413],
    ['x'.repeat(1_000_000), 1009],
  ] as const) {
    const socket = socketTo('/relay', [SUBPROTOCOL])
    await once(socket, 'open')
    socket.send(message)
    expect((await once(socket, 'close'))[0]).toBe(code)
  }
})

const own = { WebSocket: WebSocket as unknown as typeof globalThis.WebSocket, headers: { Origin: PAGE } }
const INFORMERS = [
  ['fetch', {}],
  ['a WebSocket for each watch', { webSocket: webSocketWatch(own) }],
  ['one WebSocket for all', { webSocket: relaySocket(own) }],
] as const

test.each(INFORMERS)('our informer follows over %s', async (_title, options) => {
  const transport = 'webSocket' in options ? ({ watchTransport: 'websocket' } as const) : {}
  const client = createKubeClient({ baseUrl: serving.url, ...options, ...transport })
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await informer.synced(stopping.signal)
  server.create(pod('a', 100_000))
  await vi.waitFor(() => expect(informer.indexer.listKeys()).toEqual(['default/a']))
  stopping.abort()
  await running
  await vi.waitFor(() => expect(openWatches()).toBe(0))
})
