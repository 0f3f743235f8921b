import { expect, test } from 'vitest'
import { type BunServeOptions, bunWebSocketWatches } from './bun-web-sockets.ts'

type Upgraded = { readonly data: unknown; readonly headers?: HeadersInit }

const EVENT = '{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n'

const request = (protocols?: string): Request =>
  new Request('http://fake/api/v1/pods?watch=1', {
    headers: {
      ...{
        Upgrade: 'websocket',
        Connection: 'Upgrade',
        Origin: 'https://example.com',
        'Sec-WebSocket-Version': '13',
      },
      ...{ 'Sec-WebSocket-Key': 'AQIDBAUGBwgJCgsMDQ4PEA==' },
      ...(protocols && { 'Sec-WebSocket-Protocol': protocols }),
    },
  })

/** A watch that is open, and what Bun was asked to do. */
function setUp({ canUpgrade = true, buffered }: { canUpgrade?: boolean; buffered?: number } = {}) {
  let aborted = false
  const sent: unknown[] = []
  const closed: unknown[] = []
  let upgraded: Upgraded | undefined
  const options: BunServeOptions = bunWebSocketWatches(asked => {
    asked.signal.addEventListener('abort', () => {
      aborted = true
    })
    const body = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode(EVENT)),
      cancel: () => {
        aborted = true
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }))
  })
  const server = {
    upgrade: (_: Request, given: Upgraded) => {
      upgraded = given
      return canUpgrade
    },
  }
  const socket = () => ({
    data: upgraded?.data,
    readyState: 1,
    send: (message: unknown) => sent.push(message),
    close: (code?: number) => closed.push(code),
    ...(buffered !== undefined && { getBufferedAmount: () => buffered }),
  })
  return { options, server, socket, sent, closed, upgraded: () => upgraded, isAborted: () => aborted }
}

/** Lets streams and promises proceed. */
const settle = async () => {
  for (let tick = 0; tick < 20; tick++) await new Promise(resolve => setImmediate(resolve))
}

test('a watch is upgraded, and its events are sent when Bun has opened the socket', async () => {
  const { options, server, socket, sent, upgraded } = setUp()
  expect(await options.fetch(request(), server)).toBeUndefined()
  expect(upgraded()).not.toHaveProperty('headers')
  await settle()
  expect(sent).toEqual([])
  options.websocket.open(socket())
  options.websocket.message()
  await settle()
  expect(sent.map(String)).toEqual([EVENT])
})

test('the protocol that was chosen is a header of the upgrade', async () => {
  const { options, server, upgraded } = setUp()
  await options.fetch(request('base64.binary.k8s.io'), server)
  expect(upgraded()?.headers).toEqual({ 'Sec-WebSocket-Protocol': 'base64.binary.k8s.io' })
})

test('a socket that closes ends the watch', async () => {
  const { options, server, socket, isAborted } = setUp()
  await options.fetch(request(), server)
  const opened = socket()
  options.websocket.open(opened)
  await settle()
  expect(isAborted()).toBe(false)
  options.websocket.close(opened)
  await settle()
  expect(isAborted()).toBe(true)
})

test('a request that Bun cannot upgrade is a 400, and its watch ends', async () => {
  const { options, server, isAborted } = setUp({ canUpgrade: false })
  const response = await options.fetch(request(), server)
  await settle()
  expect([response?.status, isAborted()]).toEqual([400, true])
})

test('a request that is no upgrade is answered as it is, and sockets of others are left alone', async () => {
  const { options, server, socket, upgraded } = setUp()
  const response = await options.fetch(new Request('http://fake/api'), server)
  expect([response?.status, upgraded()]).toEqual([200, undefined])
  await response?.body?.cancel()
  options.websocket.open({ ...socket(), data: {} })
  options.websocket.close({ ...socket(), data: undefined })
})
