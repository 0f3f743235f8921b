import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { ServerEnd } from '../test/socket-pair.ts'
import { PendingSockets } from './pending-sockets.ts'
import { CLOSE, MAX_FRAME_LENGTH } from './protocol.ts'
import { type WebSocketReadersOptions, webSocketReaders } from './web-socket-readers.ts'

const HANDSHAKE = {
  ...{ Upgrade: 'websocket', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13' },
  ...{ 'Sec-WebSocket-Protocol': 'v1.relay.kube-informer', Origin: 'https://app.example' },
}
const watch = (id: number) => ({ type: 'open', id, path: '/api/v1/pods?watch=1', credit: 1000 })

function start(options: WebSocketReadersOptions = {}) {
  const clock = new FakeClock()
  const handled: Request[] = []
  const sockets: ServerEnd[] = []
  const upgrade = vi.fn(() => {
    const socket = new ServerEnd(
      () => {},
      () => {},
    )
    socket.readyState = 1
    sockets.push(socket)
    return { socket, response: new Response('upgraded') }
  })
  const handle = async (request: Request) => {
    handled.push(request)
    const isWatch = new URL(request.url).searchParams.has('watch')
    return isWatch ? new Response(new ReadableStream()) : new Response('handled')
  }
  const readers = webSocketReaders(handle, upgrade, { clock, ...options })
  const ask = (headers: Record<string, string> = {}, url = 'https://relay.example/k8s/relay') =>
    readers(new Request(url, { headers: { ...HANDSHAKE, ...headers } }))
  const send = async (frame: object, socket = sockets.at(-1)) => {
    socket?.tell('message', JSON.stringify(frame))
    await clock.settle()
  }
  return { clock, handled, sockets, upgrade, ask, send }
}

describe('a request', () => {
  test('that offers the subprotocol is upgraded', async () => {
    const { ask, upgrade, handled } = start()
    expect(await (await ask()).text()).toBe('upgraded')
    expect(upgrade.mock.calls).toEqual([[expect.any(Request), 'v1.relay.kube-informer']])
    expect(handled.map(({ url }) => new URL(url).pathname)).toEqual(['/livez'])
  })

  test.each<[string, Record<string, string>, string]>([
    ['of another path', {}, 'https://relay.example/k8s/other'],
    ['that is no upgrade', { Upgrade: 'h2c' }, 'https://relay.example/k8s/relay'],
    ['of another subprotocol', { 'Sec-WebSocket-Protocol': 'other' }, 'https://relay.example/k8s/relay'],
  ])('%s is handled as any other', async (_, headers, url) => {
    const { ask, upgrade } = start()
    expect([await (await ask(headers, url)).text(), upgrade.mock.calls.length]).toEqual(['handled', 0])
  })

  test('without a key is rejected', async () => {
    const { ask, upgrade } = start()
    expect([(await ask({ 'Sec-WebSocket-Version': '8' })).ok, upgrade.mock.calls.length]).toEqual([false, 0])
  })

  test('of a client that is no browser needs no Origin', async () => {
    const { clock } = start()
    const readers = webSocketReaders(
      async () => new Response('handled'),
      () => {
        throw new Error('upgraded')
      },
      { clock },
    )
    const { Origin: _, ...headers } = HANDSHAKE
    await expect(readers(new Request('https://relay.example/relay', { headers }))).rejects.toThrow('upgraded')
  })
})

test('a watch has the headers of the upgrade that concern it, the root and the token', async () => {
  const { ask, send, handled } = start()
  const token = btoa('secret').replaceAll('=', '')
  await ask({
    ...{ 'Sec-WebSocket-Protocol': `base64url.bearer.authorization.k8s.io.${token}, v1.relay.kube-informer` },
    ...{ 'Accept-Language': 'en', 'X-Tenant': 'a', Connection: 'Upgrade', 'Content-Type': 'text/plain' },
  })
  await send(watch(1))
  const request = handled.at(-1)
  expect(request?.url).toBe('https://relay.example/k8s/api/v1/pods?watch=1')
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    ...{ accept: 'application/json', authorization: 'Bearer secret', 'x-tenant': 'a' },
    ...{ origin: 'https://app.example', upgrade: 'websocket' },
  })
})

test('a token is that of the request, where the subprotocols have none', async () => {
  const { ask, send, handled } = start()
  await ask({ Authorization: 'Bearer plain' })
  await send({ ...watch(1), accept: 'application/yaml' })
  const { headers } = handled.at(-1) ?? new Request('https://x')
  expect([headers.get('Authorization'), headers.get('Accept')]).toEqual(['Bearer plain', 'application/yaml'])
})

describe('sockets without a watch', () => {
  test('are limited by address, and one that fails to open is not counted', async () => {
    const pending = new PendingSockets({ maxPendingPerAddress: 1, maxPending: 9 })
    const { ask, upgrade, sockets } = start({ pending, address: '10.0.0.1' })
    upgrade.mockImplementationOnce(() => {
      throw new Error('reset')
    })
    await expect(ask()).rejects.toThrow('reset')
    expect((await ask()).status).toBe(200)
    const rejected = await ask()
    expect([rejected.status, rejected.headers.get('Retry-After'), await rejected.text()]).toEqual([
      ...[429, '1', 'too many sockets without a watch\n'],
    ])
    sockets[0]?.close()
    expect((await ask()).status).toBe(200)
  })

  test('are closed after 30 s, and after a minute once they had a watch', async () => {
    const { clock, ask, send, sockets } = start()
    await ask()
    await ask()
    await send(watch(1))
    await clock.advance(29_999)
    expect(sockets.map(({ closedWith }) => closedWith)).toEqual([undefined, undefined])
    await clock.advance(1)
    expect(sockets.map(({ closedWith }) => closedWith)).toEqual([CLOSE.NORMAL, undefined])
    await clock.advance(60_000)
    await send({ type: 'close', id: 1 })
    await clock.advance(59_999)
    expect(sockets[1]?.closedWith).toBeUndefined()
    await clock.advance(1)
    expect([sockets[1]?.closedWith, clock.pendingTimers]).toEqual([CLOSE.NORMAL, 0])
  })

  test('are closed at once where the reader has left meanwhile', async () => {
    const { clock, ask, upgrade } = start()
    const socket = new ServerEnd(
      () => {},
      () => {},
    )
    socket.readyState = 2
    upgrade.mockReturnValueOnce({ socket, response: new Response('upgraded') })
    await ask()
    expect(clock.pendingTimers).toBe(0)
  })
})

test('a socket has 256 watches by default', async () => {
  const { ask, send, sockets } = start()
  await ask()
  for (let id = 1; id <= 256; id++) sockets[0]?.tell('message', JSON.stringify(watch(id)))
  expect(sockets[0]?.closedWith).toBeUndefined()
  await send(watch(257))
  expect([sockets[0]?.closedWith, sockets[0]?.reason]).toEqual([CLOSE.TOO_MANY, 'too many watches'])
})

test.each<[string, unknown, number, string]>([
  ['bytes', new ArrayBuffer(2), CLOSE.BAD_FRAME, 'a frame is text'],
  ['a long text', 'x'.repeat(MAX_FRAME_LENGTH + 1), CLOSE.TOO_LONG, 'the frame is too long'],
  ['the longest text', 'x'.repeat(MAX_FRAME_LENGTH), CLOSE.BAD_FRAME, 'the frame is not of this protocol'],
  ['a mark', '{"type":"mark","mark":"x"}', CLOSE.BAD_FRAME, 'the mark was not sent'],
  ['a later id', '{"type":"close","id":1}', CLOSE.BAD_FRAME, 'the watch was never opened'],
])('a socket that receives %s is closed with a reason, once', async (_, data, code, reason) => {
  const { ask, sockets } = start()
  await ask()
  sockets[0]?.tell('message', data)
  sockets[0]?.tell('message', data)
  expect([sockets[0]?.closedWith, sockets[0]?.reason]).toEqual([code, reason])
})

test('the signal closes the sockets that are open', async () => {
  const stopping = new AbortController()
  const { clock, ask, sockets } = start({ signal: stopping.signal })
  await ask()
  await ask()
  sockets[0]?.close(CLOSE.BAD_FRAME)
  const close = vi.spyOn(sockets[0] as ServerEnd, 'close')
  stopping.abort()
  expect([close.mock.calls.length, sockets[1]?.closedWith, clock.pendingTimers]).toEqual([0, CLOSE.NORMAL, 0])
})
