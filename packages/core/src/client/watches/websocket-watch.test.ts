import { createFakeApiserver, type FakeApiserver, FakeClock, pods } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ProtocolError, StatusError, UsageError } from '../../api/errors.ts'
import type { WatchEvent } from '../../api/object.ts'
import { SharedIndexInformer } from '../../cache/informer/shared-index-informer.ts'
import { createKubeClient, type InformerClient, type KubeClientOptions } from '../kube-client.ts'
import { createListWatch } from '../list-watch.ts'
import { createTransport } from '../transport/transport.ts'
import { type WebSocketConstructor, type WebSocketWatchOptions, webSocketWatch } from './websocket-watch.ts'

let server: FakeApiserver
let serving: Serving
let sockets: WebSocket[] = []
let closed = 0
let onSocket = () => {}
afterEach(async () => {
  await serving.close()
  sockets = []
  closed = 0
  onSocket = () => {}
})

const namespace = 'default'
const pod = (name: string) => ({ kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace } })

/** The host's WebSocket; records all instances. */
class CountedWebSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols)
    sockets.push(this)
    this.addEventListener('close', () => closed++)
    queueMicrotask(onSocket)
  }
}

/** A client of a fake server over real HTTP that watches by WebSocket. */
async function connect(
  options: Partial<KubeClientOptions> = {},
  webSocket: WebSocketWatchOptions = {},
  auth?: { token: string },
): Promise<InformerClient> {
  server = createFakeApiserver(auth ? { auth } : {})
  serving = await serve(server)
  return createKubeClient({
    baseUrl: serving.url,
    webSocket: webSocketWatch({ WebSocket: CountedWebSocket, ...webSocket }),
    watchTransport: 'websocket',
    ...options,
  })
}

/** Records the events and the end of a watch. */
function follow(events: AsyncIterable<readonly WatchEvent<unknown>[]>) {
  const reading = { events: [] as string[], ended: false }
  void (async () => {
    for await (const read of events) for (const event of read) reading.events.push(tell(event))
    reading.ended = true
  })()
  return reading
}

const tell = ({ type, object }: WatchEvent<unknown>): string =>
  `${type} ${(object as { metadata?: { name?: string } }).metadata?.name ?? ''}`.trim()

/** Node's WebSocket stays in the state CLOSING if it was closed while connecting. */
const allClosed = () => closed === sockets.length

describe('webSocketWatch', () => {
  test('W13: the events equal those of a watch by fetch, and a timeout is a clean end', async () => {
    const client = await connect()
    server.create(pod('a'))
    const watch = await client.watch(pods, { namespace, allowWatchBookmarks: true, timeoutSeconds: 1 })
    const reading = follow(watch)
    await vi.waitFor(() => expect(reading.events).toEqual(['ADDED a', 'BOOKMARK']))
    server.create(pod('b'))
    server.delete(pod('a'))
    await vi.waitFor(() => expect(reading.ended).toBe(true), 3_000)
    expect(reading.events).toEqual(['ADDED a', 'BOOKMARK', 'ADDED b', 'DELETED a'])
    expect([sockets.length, allClosed()]).toEqual([1, true])
  })

  test('an ERROR in the stream is an event, and a lost connection ends the watch', async () => {
    const client = await connect()
    const { rv } = server
    server.create(pod('a'))
    server.compact(server.rv)
    const expired = follow(await client.watch(pods, { resourceVersion: rv }))
    await vi.waitFor(() => expect(expired).toEqual({ events: ['ERROR'], ended: true }))
    const broken = follow(await client.watch(pods, { resourceVersion: server.rv }))
    await vi.waitFor(() => expect(server.openWatches).toBe(1))
    server.create(pod('b'))
    await vi.waitFor(() => expect(broken.events).toEqual(['ADDED b']))
    await serving.close()
    await vi.waitFor(() => expect(broken.ended).toBe(true))
  })

  test('an abort closes the socket while it is open or connecting, and before', async () => {
    const client = await connect()
    const open = new AbortController()
    const reading = follow(await client.watch(pods, {}, { signal: open.signal }))
    await vi.waitFor(() => expect(server.openWatches).toBe(1))
    open.abort()
    await vi.waitFor(() => expect([reading.ended, allClosed(), server.openWatches]).toEqual([true, true, 0]))

    const connecting = new AbortController()
    onSocket = () => connecting.abort()
    const refused = client.watch(pods, {}, { signal: connecting.signal })
    await expect(refused).rejects.toThrow(/aborted/)
    await vi.waitFor(() => expect([allClosed(), server.openWatches]).toEqual([true, 0]))

    await expect(client.watch(pods, {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(sockets).toHaveLength(2)
  })

  test('ending the iteration closes the socket, read or not', async () => {
    const client = await connect()
    server.create(pod('a'))
    const watch = await client.watch(pods, {})
    for await (const _ of watch) break
    await (await client.watch(pods, {}))[Symbol.asyncIterator]().return?.()
    await vi.waitFor(() => expect([sockets.length, allClosed(), server.openWatches]).toEqual([2, true, 0]))
  })

  test('W17: the token is sent as a subprotocol, and an expired one is fetched again once', async () => {
    const tokens = ['old', 'secret/+?~']
    const getToken = vi.fn(() => tokens.shift() ?? '')
    const client = await connect({ getToken }, {}, { token: 'secret/+?~' })
    const reading = follow(await client.watch(pods, { allowWatchBookmarks: true }))
    await vi.waitFor(() => expect(reading.events).toEqual(['BOOKMARK']))
    expect([getToken.mock.calls.length, sockets.map(({ protocol }) => protocol)]).toEqual([
      2,
      ['', 'watch.kube-informer'],
    ])
  })

  test('a namespace that would resolve to another path is rejected, as by fetch', async () => {
    const client = await connect()
    await expect(client.watch(pods, { namespace: '..' })).rejects.toThrow(UsageError)
    expect(sockets).toHaveLength(0)
  })

  test('a token that changes each time does not cause endless retries', async () => {
    let asked = 0
    const transport = createTransport({
      baseUrl: 'https://cluster.example',
      getToken: () => `token-${asked++}`,
      fetch: async () => {
        // Meanwhile another request is rejected.
        transport.forgetToken(transport.token())
        return new Response('{}', { headers: { 'content-type': 'application/json' } })
      },
    })
    let opened = 0
    const Refusing = class {
      onclose?: (event: { readonly code: number }) => void
      constructor() {
        if (++opened > 5) throw new Error('there is no end to it')
        queueMicrotask(() => this.onclose?.({ code: 1006 }))
      }
      close(): void {}
    }
    const watch = webSocketWatch({ WebSocket: Refusing as unknown as WebSocketConstructor })
    await expect(watch(transport, '/api/v1/pods', { what: 'watch pods' })).rejects.toThrow(/no WebSocket to/)
    expect(opened).toBe(2)
  })

  test('error responses of the server are thrown as StatusErrors: 401, 403, 422', async () => {
    const client = await connect({ getToken: () => 'wrong' }, {}, { token: 'secret' })
    const unauthorized = await client.watch(pods, {}).catch(error => error)
    expect([unauthorized instanceof StatusError, unauthorized.code]).toEqual([true, 401])
    expect(unauthorized.message).toMatch(/watch pods.*credentials were refused/)
    await serving.close()

    const allowed = await connect()
    server.faults.add({ times: 2, match: { watch: true }, action: { type: 'status', code: 403 } })
    await expect(allowed.watch(pods, {})).rejects.toMatchObject({ code: 403, reason: 'Forbidden' })
    await expect(allowed.watch(pods, { sendInitialEvents: true })).rejects.toMatchObject({ code: 422 })
  })

  test('a watch that the server refuses for a while opens as a WebSocket, and an informer resumes without a list', async () => {
    const clock = new FakeClock()
    const client = await connect({ clock })
    const listerWatcher = createListWatch(client, pods)
    const informer = new SharedIndexInformer({ listerWatcher })
    const stopping = new AbortController()
    const running = informer.run(stopping.signal)
    await vi.waitFor(() => expect(server.openWatches).toBe(1))
    server.create(pod('first'))
    await vi.waitFor(() => expect(informer.indexer.listKeys()).toHaveLength(1))
    const action = { type: 'status', code: 429, retryAfterSeconds: 7 } as const
    const remove = server.faults.add({ match: { watch: true }, action })
    server.dropWatches()
    await vi.waitFor(() => expect(clock.pendingTimers).toBe(1))
    remove()
    server.create(pod('a'))
    await clock.advance(7000)
    await vi.waitFor(() => expect(informer.indexer.listKeys()).toEqual(['default/first', 'default/a']))
    expect(sockets.at(-1)?.readyState).toBe(WebSocket.OPEN)
    expect(server.requests.filter(({ kind }) => kind === 'list')).toHaveLength(1)
    stopping.abort()
    await running
  })

  test('a server or proxy without WebSocket support is a ProtocolError', async () => {
    const client = await connect({}, { headers: { Origin: 'null' } })
    const error = await client.watch(pods, {}).catch(error => error)
    expect(error).toBeInstanceOf(ProtocolError)
    expect(error.message).toMatch(/watch pods: no WebSocket to .*where fetch gets an answer/)
    await vi.waitFor(() => expect(server.openWatches).toBe(0))
  })

  test("W13: Node's WebSocket sends no Origin by default, and the server rejects it without one", async () => {
    await connect()
    const bare = new WebSocket(`${serving.url.replace('http', 'ws')}/api/v1/pods?watch=1`)
    await new Promise(resolve => bare.addEventListener('error', resolve))
    expect(server.openWatches).toBe(0)
  })

  test('with auto, a server without WebSocket support is tried once, then fetch is used', async () => {
    const client = await connect(
      { watchTransport: 'auto', maxFetchWatches: 1 },
      { headers: { Origin: 'null' } },
    )
    const [first, second] = [new AbortController(), new AbortController()]
    const a = follow(await client.watch(pods, {}, { signal: first.signal }))
    const waiting = client.watch(pods, { resourceVersion: server.rv }, { signal: second.signal })
    await vi.waitFor(() => expect(sockets).toHaveLength(1))
    first.abort()
    await vi.waitFor(() => expect(a.ended).toBe(true))
    const b = follow(await waiting)
    server.create(pod('b'))
    await vi.waitFor(() => expect(b.events).toEqual(['ADDED b']))
    const third = client.watch(pods, {}, { signal: second.signal })
    second.abort()
    await expect(third).rejects.toBe(second.signal.reason)
    expect(sockets).toHaveLength(1)
  })

  test('with auto, a WebSocket is used if fetch has no connection left', async () => {
    const client = await connect({ watchTransport: 'auto', maxFetchWatches: 2 })
    const readings: ReturnType<typeof follow>[] = []
    for (let index = 0; index < 5; index++) {
      readings.push(follow(await client.watch(pods, { resourceVersion: server.rv })))
    }
    server.create(pod('a'))
    await vi.waitFor(() => expect(readings.map(({ events }) => events)).toEqual(Array(5).fill(['ADDED a'])))
    expect(sockets).toHaveLength(3)
    server.dropWatches()
    await vi.waitFor(() => expect(allClosed()).toBe(true))
  })

  test('a slow reader gets the buffered events and then the end, and an informer misses no event', async () => {
    const client = await connect({}, { maxWaiting: 2_000 })
    const watch = await client.watch(pods, { resourceVersion: server.rv })
    for (let index = 0; index < 50; index++) server.create(pod(`p${index}`))
    await vi.waitFor(() => expect(allClosed()).toBe(true))
    const reading = follow(watch)
    await vi.waitFor(() => expect(reading.ended).toBe(true))
    expect(reading.events.length).toBeGreaterThan(1)
    expect(reading.events.length).toBeLessThan(50)
    expect(reading.events).toEqual(reading.events.map((_, index) => `ADDED p${index}`))

    const controller = new AbortController()
    const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
    const running = informer.run(controller.signal)
    await informer.synced()
    for (let index = 50; index < 150; index++) server.create(pod(`p${index}`))
    // After ten watches of less than a second, the next one waits for the backoff.
    await vi.waitFor(() => expect(informer.lister.list()).toHaveLength(150), { timeout: 10_000 })
    controller.abort()
    await running
  })

  test('an informer receives its initial list and its changes by WebSocket only', async () => {
    const client = await connect()
    server.create(pod('a'))
    const controller = new AbortController()
    const informer = new SharedIndexInformer({
      listerWatcher: createListWatch(client, pods, { namespace }),
      watchList: true,
    })
    const running = informer.run(controller.signal)
    await informer.synced()
    server.create(pod('b'))
    await vi.waitFor(() => expect(informer.lister.list()).toHaveLength(2))
    expect(server.requests.map(({ kind }) => kind)).toEqual(['watch'])
    controller.abort()
    await running
    await vi.waitFor(() => expect(server.openWatches).toBe(0))
  })

  test('if the host supports headers, the Accept header and those of the client are sent', async () => {
    const seen: unknown[] = []
    class Recording extends CountedWebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols)
        seen.push(protocols)
      }
    }
    const client = await connect({ headers: { 'Impersonate-User': 'ada' } }, { WebSocket: Recording })
    const listWatch = createListWatch(client, pods, { metadataOnly: true })
    const controller = new AbortController()
    follow(await listWatch.watch({}, { signal: controller.signal }))
    controller.abort()
    expect(seen).toEqual([
      {
        protocols: [],
        headers: {
          Origin: serving.url,
          'Impersonate-User': 'ada',
          accept: expect.stringMatching(/PartialObjectMetadata/),
        },
      },
    ])
  })

  test('if the host does not support headers, requesting them is an error, and auto uses fetch', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' })
    onTestFinished(() => {
      vi.unstubAllGlobals()
    })
    const client = await connect({ maxFetchWatches: 1 })
    const { signal } = new AbortController()
    const byWebSocket = createListWatch(client, pods, { metadataOnly: true })
    await expect(byWebSocket.watch({}, { signal })).rejects.toThrow(UsageError)
    const auto = createListWatch(client, pods, { metadataOnly: true, watchTransport: 'auto' })
    const controller = new AbortController()
    follow(await auto.watch({}, { signal: controller.signal }))
    const waiting = auto.watch({}, { signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toBe(controller.signal.reason)
    expect(sockets).toHaveLength(0)
  })

  test('the error of a client without WebSockets explains how to enable them', async () => {
    const client = await connect({ webSocket: undefined })
    await expect(client.watch(pods, {})).rejects.toThrow(/webSocket: webSocketWatch\(\)/)
  })
})
