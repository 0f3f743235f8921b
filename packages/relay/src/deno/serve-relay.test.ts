import { FakeClock } from '@kube-informer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { OpenSockets } from './open-sockets.ts'
import { type ServeRelayOptions, serveRelay } from './serve-relay.ts'

type Handler = (request: Request) => Promise<Response>

/** The WebSocket of a reader. */
class Socket {
  readyState = 1
  closedWith: number | undefined
  readonly #listeners: (() => void)[] = []

  send(): void {}

  close(code?: number): void {
    this.closedWith ??= code
    this.end()
  }

  addEventListener(type: string, listener: () => void): void {
    if (type === 'close') this.#listeners.push(listener)
  }

  end(): void {
    for (const listener of this.#listeners.splice(0)) listener()
  }
}

afterEach(() => void vi.unstubAllGlobals())

/** A relay that is served by a Deno of this test. */
async function start(options: ServeRelayOptions = {}, relayFetch: Handler = async () => new Response('ok')) {
  const clock = new FakeClock()
  const sockets: Socket[] = []
  const upgrades: { readonly protocols: string | null; readonly options: object }[] = []
  const shutdown = vi.fn(async () => {})
  let serving: Record<string, unknown> = {}
  let handle: Handler = relayFetch
  vi.stubGlobal('Deno', {
    serve: (given: Record<string, unknown>, handler: Handler) => {
      serving = given
      handle = handler
      return { addr: { port: 8443 }, shutdown }
    },
    upgradeWebSocket: (request: Request, upgrade: object) => {
      upgrades.push({ protocols: request.headers.get('Sec-WebSocket-Protocol'), options: upgrade })
      const socket = new Socket()
      sockets.push(socket)
      return { socket, response: new Response('upgraded') }
    },
  })
  const state = { isRunning: false }
  const run = async (signal: AbortSignal) => {
    state.isRunning = true
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    state.isRunning = false
  }
  const relay = await serveRelay({ fetch: relayFetch, run } as never, { clock, ...options })
  return {
    clock,
    sockets,
    upgrades,
    shutdown,
    relay,
    state,
    serving: () => serving,
    handle: (request: Request) => handle(request),
  }
}

test('needs Deno', async () => {
  await expect(serveRelay({} as never)).rejects.toThrow('works in Deno only')
})

test.each<[ServeRelayOptions, object, string]>([
  [{}, { port: 0, hostname: '127.0.0.1' }, 'http://127.0.0.1:8443'],
  [{ port: 1, host: '::1' }, { port: 1, hostname: '::1' }, 'http://[::1]:8443'],
  [
    { host: 'relay', tls: { key: 'k', cert: 'c' } },
    { port: 0, hostname: 'relay', key: 'k', cert: 'c' },
    'https://relay:8443',
  ],
])('with %o listens on %o', async (options, expected, url) => {
  const { relay, serving, state } = await start(options)
  expect([relay.url, state.isRunning]).toEqual([url, true])
  expect(serving()).toMatchObject(expected)
})

test('a request is handled, and its signal aborts only before the response', async () => {
  const signals: AbortSignal[] = []
  let answer = (_response: Response): void => {}
  const { handle } = await start({}, request => {
    signals.push(request.signal)
    return new Promise(resolve => {
      answer = resolve
    })
  })
  const [first, second] = [new AbortController(), new AbortController()]
  const answered = handle(new Request('http://relay/a', { signal: first.signal }))
  await new Promise(resolve => setImmediate(resolve))
  answer(new Response('a'))
  expect(await (await answered).text()).toBe('a')
  first.abort()
  void handle(new Request('http://relay/b', { signal: second.signal }))
  await new Promise(resolve => setImmediate(resolve))
  second.abort('left')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
})

test('a watch is upgraded with its subprotocols, of which Deno finds one after a comma and a space', async () => {
  const body = new ReadableStream({ start: () => {} })
  const { handle, upgrades, sockets } = await start({}, async () => new Response(body))
  const upgraded = await handle(
    new Request('http://relay/api/v1/pods?watch=1', {
      headers: {
        ...{
          Upgrade: 'websocket',
          Origin: 'https://x',
          'Sec-WebSocket-Key': 'k',
          'Sec-WebSocket-Version': '13',
        },
        'Sec-WebSocket-Protocol': `base64url.bearer.authorization.k8s.io.c2VjcmV0,a`,
      },
    }),
  )
  expect([await upgraded.text(), sockets.length]).toEqual(['upgraded', 1])
  expect(upgrades).toEqual([
    {
      protocols: 'base64url.bearer.authorization.k8s.io.c2VjcmV0, a',
      options: { idleTimeout: 30, protocol: 'a' },
    },
  ])
})

/** A served relay with one open watch over WebSocket. */
async function withSocket(options: ServeRelayOptions = {}) {
  const world = await start(options, async () => new Response(new ReadableStream({ start: () => {} })))
  await world.handle(
    new Request('http://relay/api/v1/pods?watch=1', {
      headers: {
        Upgrade: 'websocket',
        Origin: 'https://x',
        'Sec-WebSocket-Key': 'k',
        'Sec-WebSocket-Version': '13',
      },
    }),
  )
  return world
}

test('the end waits for the sockets of readers, and then closes the port', async () => {
  const { relay, sockets, shutdown, state, clock, upgrades } = await withSocket()
  expect(upgrades).toEqual([{ protocols: null, options: { idleTimeout: 30 } }])
  const closing = relay.close()
  expect(relay.close()).toBe(closing)
  await clock.settle()
  expect([state.isRunning, shutdown.mock.calls.length]).toEqual([false, 0])
  sockets[0]?.end()
  await closing
  expect([shutdown.mock.calls.length, clock.pendingTimers]).toEqual([1, 0])
})

test.each([
  [undefined, 5000],
  [100, 100],
])('with a grace of %s ms, sockets are closed after %i ms', async (graceMs, after) => {
  const { relay, sockets, shutdown, clock, serving } = await withSocket(
    graceMs === undefined ? {} : { graceMs },
  )
  const closing = relay.close()
  await clock.advance(after - 1)
  expect([sockets[0]?.closedWith, (serving().signal as AbortSignal).aborted]).toEqual([undefined, false])
  await clock.advance(1)
  await closing
  expect([
    sockets[0]?.closedWith,
    (serving().signal as AbortSignal).aborted,
    shutdown.mock.calls.length,
  ]).toEqual([...[1000, true, 1]])
})

test('open sockets have ended when the last one is closed', async () => {
  const sockets = new OpenSockets()
  await sockets.ended()
  const [a, b] = [new Socket(), new Socket()]
  for (const socket of [a, b]) sockets.add(socket as never)
  let ended = 0
  for (const waiting of [sockets.ended(), sockets.ended()]) void waiting.then(() => ended++)
  a.end()
  await new Promise(resolve => setImmediate(resolve))
  expect(ended).toBe(0)
  sockets.close()
  await new Promise(resolve => setImmediate(resolve))
  expect([ended, a.closedWith, b.closedWith]).toEqual([2, undefined, 1000])
})
