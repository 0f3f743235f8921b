import { SentBytes } from '@kube-informer/cacher/sockets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ServerEnd } from '../test/socket-pair.ts'
import { type SocketWorldOptions, socketWorld } from '../test/socket-world.ts'
import { PendingSockets } from './pending-sockets.ts'
import { CLOSE, MAX_CREDIT, MAX_FRAME_LENGTH } from './protocol.ts'
import { webSocketReaders } from './web-socket-readers.ts'

const WATCH = '/api/v1/pods?watch=1'
const pod = (name: string) => ({ kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace: 'default' } })

const open = async (options: SocketWorldOptions = {}) => {
  const world = socketWorld(options)
  const { client, server } = await world.raw()
  const send = async (...frames: unknown[]) => {
    for (const frame of frames)
      server.tell('message', typeof frame === 'object' ? JSON.stringify(frame) : frame)
    await world.clock.settle()
  }
  return { ...world, client, socket: server, send }
}
const framesOf = ({ sent }: ServerEnd) =>
  sent.filter(one => typeof one === 'string').map(text => JSON.parse(String(text)))
const bytesOf = ({ sent }: ServerEnd) =>
  sent.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one - 4 : 0), 0)
const opening = (id: number, more: object = {}) => ({
  type: 'open',
  id,
  path: WATCH,
  credit: 100_000,
  ...more,
})

test('no more bytes are sent than the reader has granted, and all of them in the end', async () => {
  const { server, socket, send } = await open()
  for (const name of 'abcdef') server.create(pod(name))
  await send(opening(1, { credit: 10 }))
  expect([framesOf(socket), bytesOf(socket)]).toEqual([[{ type: 'opened', id: 1 }], 10])
  await send({ type: 'credit', id: 1, bytes: 25 })
  expect(bytesOf(socket)).toBe(35)
  await send({ type: 'credit', id: 1, bytes: 100_000 })
  const http = await server.fetch(`${WATCH}&timeoutSeconds=1`)
  const whole = http.body?.getReader()
  expect(bytesOf(socket)).toBe((await whole?.read())?.value?.length)
  await whole?.cancel()
})

test('a watch without credit ends after its bytes', async () => {
  const { server, socket, send, clock } = await open()
  server.create(pod('a'))
  await send(opening(1, { credit: 1 }))
  server.dropWatches()
  await clock.settle()
  expect(framesOf(socket)).toEqual([{ type: 'opened', id: 1 }])
  await send({ type: 'credit', id: 1, bytes: 100_000 })
  expect(framesOf(socket).at(-1)).toEqual({ type: 'ended', id: 1 })
})

test('close ends a watch without an answer, and its late credit is ignored', async () => {
  const { server, socket, send } = await open()
  await send(opening(1))
  expect(server.openWatches).toBe(1)
  await send({ type: 'close', id: 1 }, { type: 'credit', id: 1, bytes: 5 }, { type: 'close', id: 1 })
  expect([server.openWatches, framesOf(socket), socket.closedWith]).toEqual([
    0,
    [{ type: 'opened', id: 1 }],
    undefined,
  ])
})

test('an error response is refused with its Status, and the socket stays open', async () => {
  const { socket, send } = await open()
  await send(opening(1, { path: `${WATCH}&resourceVersion=x` }), opening(2))
  const frames = framesOf(socket)
  const refused = frames.find(({ id }) => id === 1)
  expect(refused).toMatchObject({ type: 'refused', id: 1, status: 500 })
  expect(JSON.parse(refused.body)).toMatchObject({ kind: 'Status', code: 500 })
  expect(frames).toContainEqual({ type: 'opened', id: 2 })
})

test('a body that breaks off ends its watch only', async () => {
  const { server, socket, send, clock } = await open()
  server.faults.add({ times: 1, match: { watch: true }, action: { type: 'truncate', afterEvents: 0 } })
  await send(opening(1), opening(2))
  server.create(pod('a'))
  await clock.settle()
  expect(framesOf(socket)).toContainEqual({ type: 'ended', id: 1, isBroken: true })
  expect([server.openWatches, socket.readyState]).toEqual([1, 1])
})

test('the token of a frame is that of the watches after it', async () => {
  const { socket, send } = await open({ apiserver: { auth: { token: 'good' } } })
  await send(
    opening(1),
    { type: 'token', token: 'bad' },
    opening(2),
    { type: 'token', token: 'good' },
    opening(3),
  )
  expect(framesOf(socket).map(({ type, id, status }) => [type, id, status])).toEqual([
    ['refused', 1, 401],
    ['refused', 2, 401],
    ['opened', 3, undefined],
  ])
})

test.each([
  ['no JSON', '{', CLOSE.BAD_FRAME],
  ['no object', '7', CLOSE.BAD_FRAME],
  ['null', 'null', CLOSE.BAD_FRAME],
  ['an unknown type', { type: 'hello', id: 1 }, CLOSE.BAD_FRAME],
  ['bytes', new ArrayBuffer(8), CLOSE.BAD_FRAME],
  ['a text that is too long', 'x'.repeat(MAX_FRAME_LENGTH + 1), CLOSE.TOO_LONG],
  ['no id', { ...opening(1), id: undefined }, CLOSE.BAD_FRAME],
  ['id 0', opening(0), CLOSE.BAD_FRAME],
  ['an id beyond 32 bits', opening(2 ** 32), CLOSE.BAD_FRAME],
  ['no credit', opening(1, { credit: 0 }), CLOSE.BAD_FRAME],
  ['credit beyond the maximum', opening(1, { credit: MAX_CREDIT + 1 }), CLOSE.BAD_FRAME],
  ['another host', opening(1, { path: '//evil.example/api/v1/pods?watch=1' }), CLOSE.BAD_FRAME],
  ['a relative path', opening(1, { path: `x${WATCH}` }), CLOSE.BAD_FRAME],
  ['dot segments', opening(1, { path: '/api/v1/%2e%2e/pods?watch=1' }), CLOSE.BAD_FRAME],
  ['a backslash', opening(1, { path: '/\\evil.example?watch=1' }), CLOSE.BAD_FRAME],
  ['a list', opening(1, { path: '/api/v1/pods' }), CLOSE.BAD_FRAME],
  ['a header that is none', opening(1, { accept: 'a\nb' }), CLOSE.BAD_FRAME],
  ['a token that no header can have', { type: 'token', token: 'a\nb' }, CLOSE.BAD_FRAME],
  ['credit for a watch that was never opened', { type: 'credit', id: 1, bytes: 1 }, CLOSE.BAD_FRAME],
  ['the end of a watch that was never opened', { type: 'close', id: 1 }, CLOSE.BAD_FRAME],
])('a frame with %s closes the socket', async (_title, frame, code) => {
  const { server, socket, send, clock } = await open()
  await send(typeof frame === 'object' && !(frame instanceof ArrayBuffer) ? JSON.stringify(frame) : frame)
  if (frame instanceof ArrayBuffer) socket.tell('message', frame)
  await clock.settle()
  const { requests } = server
  const watches = requests.filter(({ path }) => !path.startsWith('/livez'))
  expect([socket.closedWith, watches.length, clock.pendingTimers]).toEqual([code, 0, 0])
})

test('an id that is not new, and too much credit, close the socket and end its watches', async () => {
  for (const frames of [[opening(5)], [opening(4)], [{ type: 'credit', id: 5, bytes: MAX_CREDIT }]]) {
    const { server, socket, send, clock } = await open()
    await send(opening(5), ...frames)
    expect([socket.closedWith, server.openWatches, clock.pendingTimers]).toEqual([CLOSE.BAD_FRAME, 0, 0])
  }
})

test('one watch too many closes the socket', async () => {
  const { server, socket, send } = await open({ readers: { maxWatches: 2 } })
  await send(opening(1), opening(2))
  expect(server.openWatches).toBe(2)
  await send(opening(3))
  expect([socket.closedWith, server.openWatches]).toEqual([CLOSE.TOO_MANY, 0])
})

test('watches that were closed while they open count until their requests have ended', async () => {
  const { server, socket, send, clock } = await open({ readers: { maxWatches: 2 } })
  server.faults.add({ action: { type: 'delay', ms: 1000 } })
  for (let id = 1; id <= 3; id++) socket.tell('message', JSON.stringify(opening(id)))
  expect(socket.closedWith).toBe(CLOSE.TOO_MANY)
  await send()
  await clock.advance(2000)
  expect(server.openWatches).toBe(0)
})

test('a reader that does not read the answers is closed', async () => {
  const { socket, send } = await open()
  socket.bufferedAmount = 2 ** 23
  await send(opening(1))
  expect(socket.closedWith).toBe(CLOSE.TOO_MANY)
})

const MiB = 1024 * 1024
/** A socket of a runtime that does not count what waits in it, and a reader that receives nothing. */
const uncounted = async (options: SocketWorldOptions = {}) => {
  const world = await open(options)
  world.socket.bufferedAmount = undefined
  const marks = () => framesOf(world.socket).filter(({ type }) => type === 'mark')
  return { ...world, marks }
}
const largePod = (name: string) => ({
  ...pod(name),
  metadata: { name, namespace: 'default', annotations: { padding: 'x'.repeat(200_000) } },
})

test('where the runtime does not count, credit alone is no evidence: little is sent beyond the last mark', async () => {
  const { server, socket, send, marks } = await uncounted()
  for (let index = 0; index < 10; index++) server.create(largePod(`p${index}`))
  await send(opening(1, { credit: MAX_CREDIT / 2 }), opening(2, { credit: MAX_CREDIT / 2 }))
  for (let round = 0; round < 20; round++)
    await send(...[1, 2].map(id => ({ type: 'credit', id, bytes: 100_000 })))
  expect(bytesOf(socket)).toBeGreaterThan(MiB)
  expect(bytesOf(socket)).toBeLessThan(1.5 * MiB)

  let echoed = 0
  for (let all = marks(); echoed < all.length; all = marks()) await send(all[echoed++])
  expect(bytesOf(socket)).toBeGreaterThan(2 * 10 * 200_000)
  expect(socket.closedWith).toBeUndefined()
})

test('a mark that was not sent, or that comes twice, closes the socket', async () => {
  for (const repeats of [false, true]) {
    const { server, socket, send, marks } = await uncounted()
    server.create(largePod('a'))
    await send(opening(1, { credit: MAX_CREDIT }))
    const [mark] = marks()
    await send(...(repeats ? [mark, mark] : [{ type: 'mark', mark: 'guessed' }]))
    expect(socket.closedWith).toBe(CLOSE.BAD_FRAME)
  }
})

test('where the runtime does not count, a reader that receives no answers is closed', async () => {
  const { socket, send } = await uncounted()
  const path = `${WATCH}&resourceVersion=${'x'.repeat(8000)}`
  for (let id = 1; id <= 1000 && socket.closedWith === undefined; id += 50)
    await send(...Array.from({ length: 50 }, (_, index) => opening(id + index, { path })))
  expect(socket.closedWith).toBe(CLOSE.TOO_MANY)
})

test('over the total of all sockets, the one with the most unreceived bytes is closed with 1000', async () => {
  const sentBytes = new SentBytes(1.5 * MiB)
  const { server, socket, send, raw, clock } = await uncounted({ readers: { sentBytes } })
  for (let index = 0; index < 10; index++) server.create(largePod(`p${index}`))
  await send(opening(1, { credit: MAX_CREDIT }))
  expect([bytesOf(socket) >= MiB, socket.closedWith]).toEqual([true, undefined])
  const other = (await raw()).server
  other.bufferedAmount = undefined
  other.tell('message', JSON.stringify(opening(1, { credit: MiB / 2 })))
  await clock.settle()
  expect([socket.closedWith, other.closedWith]).toEqual([CLOSE.NORMAL, undefined])
  expect(sentBytes.bytes).toBeLessThan(MiB)
  other.close()
  await clock.settle()
  expect(sentBytes.bytes).toBe(0)
})

test('a socket without a watch is closed after a while, and one with a watch is not', async () => {
  const { socket, send, clock } = await open({ readers: { idleMs: 1000 } })
  await clock.advance(500)
  await send(opening(1))
  await clock.advance(5000)
  expect(socket.closedWith).toBeUndefined()
  await send({ type: 'close', id: 1 })
  await clock.advance(1000)
  expect([socket.closedWith, clock.pendingTimers]).toEqual([CLOSE.NORMAL, 0])
})

test('watches that are refused do not keep a socket open', async () => {
  const { socket, send, clock } = await open({ readers: { idleMs: 1000 } })
  for (let id = 1; id <= 3; id++) {
    await send(opening(id, { path: `${WATCH}&resourceVersion=x` }))
    await clock.advance(400)
  }
  expect([socket.closedWith, clock.pendingTimers]).toEqual([CLOSE.NORMAL, 0])
})

test('the signal closes the socket with 1000', async () => {
  const stopping = new AbortController()
  const { server, socket, send, clock } = await open({ readers: { signal: stopping.signal } })
  await send(opening(1))
  stopping.abort()
  await clock.settle()
  expect([socket.closedWith, server.openWatches, clock.pendingTimers]).toEqual([CLOSE.NORMAL, 0, 0])
})

test('without an Origin there is no socket', async () => {
  const world = socketWorld()
  const { server } = await world.raw({ Origin: 'null' })
  expect([server.readyState, world.sockets]).toEqual([3, []])
})

test('any frames leave nothing behind once the socket is closed', async () => {
  const id = fc.integer({ min: 1, max: 4 })
  const frame = fc.oneof(
    fc.record({
      type: fc.constant('open'),
      id: fc.integer({ min: 1, max: 12 }),
      path: fc.constant(WATCH),
      credit: fc.integer({ min: 1, max: 3000 }),
    }),
    fc.record({ type: fc.constant('credit'), id, bytes: fc.integer({ min: 1, max: 3000 }) }),
    fc.record({ type: fc.constant('close'), id }),
    fc.constant('write'),
    fc.constant('drop'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 30 }), async frames => {
      const { server, socket, client, clock } = await open()
      let granted = 0
      let names = 0
      for (const one of frames) {
        if (one === 'write') server.create(pod(`p${names++}`))
        else if (one === 'drop') server.dropWatches()
        else if (typeof one === 'object') {
          granted += 'credit' in one ? one.credit : 'bytes' in one ? one.bytes : 0
          socket.tell('message', JSON.stringify(one))
        }
        await clock.settle()
      }
      expect(bytesOf(socket)).toBeLessThanOrEqual(granted)
      client.close()
      await clock.settle()
      expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
    }),
    { numRuns: 30 },
  )
})

test('a socket on which no watch has opened is closed after 30 seconds', async () => {
  const { socket, send, clock } = await open({ apiserver: { auth: { token: () => undefined } } })
  await clock.advance(29_000)
  await send(opening(1))
  expect(framesOf(socket)).toMatchObject([{ type: 'refused', id: 1, status: 401 }])
  await clock.advance(1000)
  expect(socket.closedWith).toBeDefined()
})

test('a page of another origin is refused before the upgrade, as the handler refuses any request', async () => {
  const seen: string[] = []
  const readers = webSocketReaders(
    async request => {
      seen.push(`${new URL(request.url).pathname} ${request.headers.get('Origin')}`)
      const isForeign = request.headers.get('Origin') === 'https://evil.example'
      return new Response('no', { status: isForeign ? 403 : 200 })
    },
    () => {
      throw new Error('upgraded')
    },
  )
  const ask = (origin: Record<string, string>) =>
    readers(
      new Request('http://relay.example/relay', {
        headers: {
          Upgrade: 'websocket',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Protocol': 'v1.relay.kube-informer',
          ...origin,
        },
      }),
    )
  expect((await ask({ Origin: 'https://evil.example' })).status).toBe(403)
  await expect(ask({ Origin: 'https://dashboard.example' })).rejects.toThrow('upgraded')
  expect(seen).toEqual(['/livez https://evil.example', '/livez https://dashboard.example'])
})

test('sockets without a first watch are limited, and one with a watch is not counted', async () => {
  const pending = new PendingSockets({ maxPending: 1 })
  const { raw, socket, send } = await open({ readers: { pending } })
  expect((await raw()).server.closedWith).toBeDefined()
  await send(opening(1))
  const second = await raw()
  expect(second.server.closedWith).toBeUndefined()
  second.server.close(1000)
  expect([socket.closedWith, (await raw()).server.closedWith]).toEqual([undefined, undefined])
})
