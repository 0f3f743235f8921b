import { request } from 'node:http'
import { connect } from 'node:net'
import { beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { pod } from '../test/fixtures.ts'
import { type Serving, serve } from './serve.ts'

const WATCH = '/api/v1/pods?watch=1&allowWatchBookmarks=true'
const BEARER = 'base64url.bearer.authorization.k8s.io.'
const ORIGIN = { origin: 'https://dashboard.example' }
const encode = (token: string) => Buffer.from(token).toString('base64url')

let server: FakeApiserver
let serving: Serving
const start = async (options: Parameters<typeof createFakeApiserver>[0] = {}) => {
  server = createFakeApiserver(options)
  // As a real apiserver, which any page may use.
  serving = await serve(server, { allowedHosts: 'any' })
}
beforeEach(async () => {
  await start()
  return () => serving.close()
})

/** A WebSocket and its messages and close code. */
interface Watching {
  readonly socket: WebSocket
  readonly texts: string[]
  readonly binaries: Buffer[]
  readonly closed: Promise<number>
}

function watch(path: string, protocols: string[] = [], headers: Record<string, string> = ORIGIN): Watching {
  const socket = new WebSocket(serving.url.replace('http', 'ws') + path, protocols, { headers })
  const texts: string[] = []
  const binaries: Buffer[] = []
  socket.on('message', (data, isBinary) => {
    if (isBinary) binaries.push(data as Buffer)
    else texts.push(String(data))
  })
  socket.on('error', () => {})
  return { socket, texts, binaries, closed: new Promise(resolve => socket.on('close', resolve)) }
}

/** The HTTP response to an upgrade request. */
function upgrade(
  path: string,
  headers: Record<string, string | undefined> = {},
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  const given = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: 'https://dashboard.example',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  }
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const sent = request(serving.url + path, { headers: defined as Record<string, string> })
    sent.on('error', reject)
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: 101, body: '', headers: response.headers })
    })
    sent.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      )
    })
    sent.end()
  })
}

test('W13: each event is one text message, the same JSON as over HTTP, with its newline', async () => {
  server.create(pod('a'))
  const http = await fetch(`${serving.url}${WATCH}&timeoutSeconds=1`)
  const { texts } = watch(WATCH)
  await vi.waitFor(() => expect(texts).toHaveLength(2))
  server.create(pod('b'))
  await vi.waitFor(() => expect(texts).toHaveLength(3))
  expect(await http.text()).toBe(texts.join(''))
  expect(texts.every(text => text.indexOf('\n') === text.length - 1)).toBe(true)
})

test('W13: each event in protobuf is one binary message, without the length that precedes it over HTTP', async () => {
  const headers = { Accept: 'application/vnd.kubernetes.protobuf' }
  const resourceVersion = server.rv
  server.create(pod('a'))
  server.create(pod('b'))
  const path = `${WATCH}&resourceVersion=${resourceVersion}&timeoutSeconds=1`
  const http = await fetch(serving.url + path, { headers })
  const { binaries, texts, closed } = watch(path, [], { ...ORIGIN, ...headers })
  expect([await closed, texts]).toEqual([1000, []])
  expect(binaries.map(bytes => bytes.includes('k8s\0'))).toEqual([true, true])
  const framed = binaries.flatMap(bytes => [lengthOf(bytes), bytes])
  expect(Buffer.concat(framed)).toEqual(Buffer.from(await http.arrayBuffer()))
})

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

test('W13: client messages are ignored, and a client close ends the watch', async () => {
  const { socket, texts } = watch(`${WATCH}&resourceVersion=${server.rv}`)
  await vi.waitFor(() => expect([server.openWatches, socket.readyState]).toEqual([1, WebSocket.OPEN]))
  socket.send('{"type":"ADDED"}')
  server.create(pod('a'))
  await vi.waitFor(() => expect(texts).toHaveLength(1))
  socket.close()
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})

test('W13: the end of the watch, and an ERROR in it, close with 1000; a broken stream does not', async () => {
  const ended = watch(WATCH)
  await vi.waitFor(() => expect(server.openWatches).toBe(1))
  server.dropWatches()
  expect(await ended.closed).toBe(1000)

  const { rv } = server
  server.create(pod('a'))
  server.compact(server.rv)
  const expired = watch(`${WATCH}&resourceVersion=${rv}`)
  expect([await expired.closed, JSON.parse(expired.texts[0] ?? '')]).toMatchObject([
    1000,
    { type: 'ERROR', object: { code: 410 } },
  ])

  server.faults.add({ times: 1, match: { watch: true }, action: { type: 'truncate', afterMs: 1 } })
  expect(await watch(WATCH).closed).toBe(1006)
})

test.each([
  ['none', undefined, 403],
  ['empty', '', 403],
  ['of a sandboxed frame', 'null', 403],
  ['without a scheme', '127.0.0.1', 403],
  ['of any page', 'https://evil.example', 101],
  ['of an extension', 'chrome-extension://x', 101],
])('W13: an Origin (%s: %j) gets %i', async (_, origin, status) => {
  const answer = await upgrade(WATCH, { Origin: origin })
  expect([answer.status, answer.body]).toEqual([status, ''])
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})

test.each([
  ['of another site', { Origin: 'https://evil.example' }, 403],
  ['of another site, which calls itself local', { Origin: 'http://127.evil.example' }, 403],
  ['at another name of this server', { Origin: 'http://localhost', Host: 'evil.example' }, 403],
  ['of this machine', { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'cross-site' }, 101],
])('by default, a WebSocket of a page %s (%j) gets %i', async (_, headers, status) => {
  await serving.close()
  server = createFakeApiserver()
  serving = await serve(server, { control: true })
  server.create(pod('secret'))
  for (const path of [WATCH, '/api/v1/pods', '/_fake/status']) {
    const answer = await upgrade(path, headers)
    expect(answer.status).toBe(path === WATCH || status === 403 ? status : 200)
    if (status === 403) expect(answer.body).not.toContain('secret')
  }
  if (status === 403) expect(server.requests).toEqual([])
})

test('W15: the upgrade token is case-insensitive and may be in a list', async () => {
  const answer = await upgrade(WATCH, { Connection: 'keep-alive, Upgrade', Upgrade: 'h2c, WebSocket' })
  expect(answer.status).toBe(101)
})

test('a handshake without a key or with another version is rejected', async () => {
  const noKey = await upgrade(WATCH, { 'Sec-WebSocket-Key': undefined })
  expect([noKey.status, noKey.body]).toEqual([400, 'mismatch challenge/response'])
  const version = await upgrade(WATCH, { 'Sec-WebSocket-Version': '12' })
  expect([version.status, version.body]).toEqual([400, 'missing or bad WebSocket Version'])
  expect(version.headers['sec-websocket-version']).toBe('13')
})

test('an upgrade to another protocol, and one of a list, are ordinary requests', async () => {
  expect((await upgrade('/api/v1/pods')).status).toBe(200)
  const other = await upgrade(`${WATCH}&timeoutSeconds=1`, { Upgrade: 'foo' })
  expect([other.status, JSON.parse(other.body).type]).toEqual([200, 'BOOKMARK'])
})

test.each([
  ['a token and one other', [BEARER + encode('secret'), 'x'], 101, 'x'],
  ['in any order', ['y', BEARER + encode('secret')], 101, 'y'],
  ['a wrong token', [BEARER + encode('other'), 'x'], 401, undefined],
  ['no token', ['x'], 401, undefined],
  ['a token alone', [BEARER + encode('secret')], 401, undefined],
  ['two tokens', [BEARER + encode('secret'), `${BEARER}eA`, 'x'], 401, undefined],
  ['padding', [`${BEARER}c2VjcmV0MQ==`, 'x'], 401, undefined],
  ['two others', [BEARER + encode('secret'), 'x', 'y'], 400, undefined],
])('W17: subprotocols: %s', async (_, protocols, status, echoed) => {
  await serving.close()
  await start({ auth: { token: 'secret' } })
  const answer = await upgrade(WATCH, { 'Sec-WebSocket-Protocol': protocols.join(', ') })
  expect([answer.status, answer.headers['sec-websocket-protocol']]).toEqual([status, echoed])
})

test('W17: two other subprotocols are rejected with an Authorization header, too', async () => {
  await serving.close()
  await start({ auth: { token: 'secret' } })
  const headers = { Authorization: 'Bearer secret' }
  expect((await upgrade(WATCH, headers)).status).toBe(101)
  expect((await upgrade(WATCH, { ...headers, 'Sec-WebSocket-Protocol': 'x, y' })).status).toBe(400)
})

test('an error response is an ordinary HTTP response', async () => {
  const invalid = await upgrade(`${WATCH}&resourceVersionMatch=Exact`)
  expect([invalid.status, JSON.parse(invalid.body).reason]).toEqual([422, 'Invalid'])
})

test.each([
  ['an invalid host', `GET ${WATCH} HTTP/1.1\r\nHost: a b\r\n`],
  ['an invalid path', 'GET // HTTP/1.1\r\nHost: localhost\r\n'],
])('%s: the connection ends, and the server continues', async (_, head) => {
  const socket = connect(Number(new URL(serving.url).port), '127.0.0.1')
  socket.write(`${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  await new Promise(resolve => socket.resume().once('close', resolve))
  expect((await fetch(`${serving.url}/version`)).status).toBe(200)
})

test('close() ends WebSockets', async () => {
  const { closed } = watch(WATCH)
  await vi.waitFor(() => expect(server.openWatches).toBe(1))
  await serving.close()
  expect(await closed).toBe(1006)
  await vi.waitFor(() => expect(server.openWatches).toBe(0))
})
