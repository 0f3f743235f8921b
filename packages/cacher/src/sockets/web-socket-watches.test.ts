import { createFakeApiserver, type FakeApiserver, FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import type { FrameOptions } from './send-frames.ts'
import { SentBytes } from './sent-bytes.ts'
import type { ServerWebSocket } from './server-web-socket.ts'
import type { WatchMessage } from './watch-messages.ts'
import { webSocketWatches } from './web-socket-watches.ts'

/** A socket of a runtime. */
class Socket implements ServerWebSocket {
  readyState = 0
  bufferedAmount: number | undefined = 0
  readonly sent: WatchMessage[] = []
  closedWith: number | undefined
  readonly #listeners = new Map<string, (() => void)[]>()

  send(message: WatchMessage): void {
    this.sent.push(message)
  }

  close(code?: number): void {
    this.closedWith ??= code
    this.tell('close')
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }

  tell(type: string): void {
    if (type === 'open') this.readyState = 1
    for (const listener of this.#listeners.get(type) ?? []) listener()
  }
}

const pod = (name: string) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default' },
})

const GOOD = {
  Upgrade: 'websocket',
  Origin: 'https://dashboard.example',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
}
const WATCH = '/api/v1/pods?watch=1'
const TOKEN = `base64url.bearer.authorization.k8s.io.${Buffer.from('secret').toString('base64url')}`

let clock: FakeClock
let server: FakeApiserver
let socket: Socket
let echoed: string | undefined
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock })
  socket = new Socket()
  echoed = undefined
})

const ask = (
  headers: Record<string, string>,
  path = WATCH,
  limits: Partial<FrameOptions> = {},
): Promise<Response> => {
  const handle = webSocketWatches(
    request => server.fetch(request),
    (_request, protocol) => {
      echoed = protocol
      // A Response cannot be constructed with status 101.
      return { socket, response: new Response(null, { headers: { upgraded: 'yes' } }) }
    },
    { clock, ...limits },
  )
  return handle(new Request(`http://fake${path}`, { headers }))
}
const isUpgraded = (response: Response) => response.headers.get('upgraded') === 'yes'

test('W13: one message per event after the opening, and 1000 at the end', async () => {
  expect(isUpgraded(await ask(GOOD, `${WATCH}&resourceVersion=${server.rv}`))).toBe(true)
  server.create(pod('a'))
  await clock.settle()
  expect(socket.sent).toEqual([])
  socket.tell('open')
  server.create(pod('b'))
  await clock.settle()
  expect(
    socket.sent.map(String).map(text => [JSON.parse(text).object.metadata.name, text.endsWith('}\n')]),
  ).toEqual([
    ['a', true],
    ['b', true],
  ])
  server.dropWatches()
  await clock.settle()
  expect(socket.closedWith).toBe(1000)
})

test('the watch ends with its socket', async () => {
  await ask(GOOD)
  socket.tell('open')
  await clock.settle()
  expect(server.openWatches).toBe(1)
  socket.tell('close')
  await clock.settle()
  expect(server.openWatches).toBe(0)
  expect(clock.pendingTimers).toBe(0)
})

test('a broken stream does not close normally', async () => {
  await ask(GOOD)
  socket.tell('open')
  server.restart()
  await clock.settle()
  expect(socket.closedWith).toBe(1011)
})

test('a legacy watch path is a watch, too', async () => {
  expect(isUpgraded(await ask(GOOD, '/api/v1/watch/pods'))).toBe(true)
})

test.each([
  ['W13: no Origin', { Origin: '' }, 403],
  ['W13: an Origin that is not a URL', { Origin: 'null' }, 403],
  ['no key', { 'Sec-WebSocket-Key': '' }, 400],
  ['another version', { 'Sec-WebSocket-Version': '8' }, 400],
  ['W17: two subprotocols', { 'Sec-WebSocket-Protocol': 'a, b' }, 400],
  ['W17: a token alone', { 'Sec-WebSocket-Protocol': TOKEN }, 401],
  ['W17: two tokens', { 'Sec-WebSocket-Protocol': `${TOKEN}, ${TOKEN}, a` }, 401],
])('%s', async (_title, headers, code) => {
  const given = Object.entries({ ...GOOD, ...headers }).filter(([, value]) => value !== '')
  const response = await ask(Object.fromEntries(given))
  expect(response.status).toBe(code)
  expect(server.openWatches).toBe(0)
})

test('W17: a token in a subprotocol authenticates, and the other one is echoed', async () => {
  server = createFakeApiserver({ clock, auth: { token: 'secret' } })
  expect((await ask(GOOD)).status).toBe(401)
  expect(isUpgraded(await ask({ ...GOOD, 'Sec-WebSocket-Protocol': `${TOKEN}, any.name` }))).toBe(true)
  expect(echoed).toBe('any.name')
})

test('errors and requests without an upgrade get ordinary responses', async () => {
  expect((await ask(GOOD, `${WATCH}&resourceVersion=x`)).status).toBe(500)
  expect(await (await ask(GOOD, '/api/v1/pods')).json()).toMatchObject({ kind: 'PodList' })
  expect(isUpgraded(await ask({}, WATCH))).toBe(false)
})

test('a slow reader delays the reading of its watch, and receives all of it later', async () => {
  await ask(GOOD, `${WATCH}&resourceVersion=${server.rv}`)
  socket.tell('open')
  socket.bufferedAmount = 2 ** 21
  server.create(pod('a'))
  await clock.settle()
  expect(socket.sent).toHaveLength(1)
  server.create(pod('b'))
  await clock.advance(1000)
  expect(socket.sent).toHaveLength(1)
  socket.bufferedAmount = 0
  await clock.advance(10)
  expect(socket.sent).toHaveLength(2)
})

test('a slow reader that closes leaves no timer', async () => {
  await ask(GOOD)
  socket.tell('open')
  socket.bufferedAmount = 2 ** 21
  server.create(pod('a'))
  await clock.settle()
  expect(socket.sent).toHaveLength(1)
  socket.tell('close')
  await clock.settle()
  expect([clock.pendingTimers, server.openWatches]).toEqual([0, 0])
})

test('a socket that does not count its bytes is closed with 1000 at its limit, after an event', async () => {
  await ask(GOOD, `${WATCH}&resourceVersion=${server.rv}`, { uncountedBytes: 500 })
  socket.tell('open')
  socket.bufferedAmount = undefined
  for (const name of 'abcdef') {
    server.create(pod(name))
    await clock.settle()
  }
  expect(socket.closedWith).toBe(1000)
  expect(socket.sent.length).toBeGreaterThan(1)
  expect(socket.sent.length).toBeLessThan(6)
  expect(socket.sent.join('').length).toBeGreaterThan(500)
  expect(server.openWatches).toBe(0)
})

test('over the total of all sockets, the one with the most bytes is closed with 1000, after an event', async () => {
  const sentBytes = new SentBytes(1000)
  const open = async (bufferedAmount: number | undefined) => {
    socket = new Socket()
    await ask(GOOD, `${WATCH}&resourceVersion=${server.rv}`, { sentBytes })
    socket.tell('open')
    socket.bufferedAmount = bufferedAmount
    return socket
  }
  const [counted, first] = [await open(0), await open(undefined)]
  server.create(pod('a'))
  await clock.settle()
  const second = await open(undefined)
  for (let round = 0; round < 20 && first.closedWith === undefined; round++) {
    server.create(pod('b'))
    await clock.settle()
    server.delete(pod('b'))
    await clock.settle()
  }
  expect([counted.closedWith, first.closedWith, second.closedWith]).toEqual([undefined, 1000, undefined])
  expect(first.sent.every(text => String(text).endsWith('}\n'))).toBe(true)
  expect(sentBytes.bytes).toBe(second.sent.join('').length)
  for (const each of [counted, second]) each.close()
  await clock.settle()
  expect([server.openWatches, sentBytes.bytes]).toEqual([0, 0])
})

test('a watch whose upgrade fails is ended', async () => {
  const failing = webSocketWatches(
    request => server.fetch(request),
    () => Promise.reject(new Error('gone')),
    { clock },
  )
  await expect(failing(new Request(`http://fake${WATCH}`, { headers: GOOD }))).rejects.toThrow('gone')
  expect(server.openWatches).toBe(0)
})
