import { createFakeApiserver, type FakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { type ServeOptions, type Serving, serve } from '@kube-informer/testing/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Chromium, openChromium, type TabFollowing } from './chromium.ts'

/** Watches in a browser, on a server that speaks HTTP/1.1 like `kubectl proxy`. */

const TIMEOUT_MS = 60_000
const NAMESPACES = Array.from({ length: 20 }, (_, index) => `team-${index}`)

let chromium: Chromium
let server: FakeApiserver
let serving: Serving

beforeAll(async () => {
  chromium = await openChromium()
}, TIMEOUT_MS)
afterAll(() => chromium.close())

async function start(options: ServeOptions = {}): Promise<void> {
  const objects = generatePods({ count: 400, seed: 1 }).map((pod, index) => ({
    ...pod,
    metadata: { ...pod.metadata, namespace: NAMESPACES[index % NAMESPACES.length] ?? '' },
  }))
  server = createFakeApiserver({ objects })
  serving = await serve(server, options)
  const { close } = serving
  onTestFinished(close)
}

const create = (name: string, namespace: string | undefined) =>
  server.create({ kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace: namespace ?? '' } })

const inServer = () => server.list(pods).map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)

async function expectAll(following: TabFollowing): Promise<void> {
  const expected = inServer().toSorted()
  await vi.waitFor(
    async () => {
      const seen = await following.seen()
      expect(seen.flatMap(({ pods }) => pods).toSorted()).toEqual(expected)
    },
    { timeout: TIMEOUT_MS, interval: 100 },
  )
}

describe('twenty informers over HTTP/1.1', () => {
  test(
    'with a connection budget every event arrives, and ordinary requests never stall',
    async () => {
      await start()
      const { page, follow } = await chromium.open()
      const following = await follow({ baseUrl: serving.url, namespaces: NAMESPACES })
      await expectAll(following)
      let most = 0
      for (const namespace of NAMESPACES) {
        create('new', namespace)
        most = Math.max(most, server.openWatches)
        expect(await following.answers()).toBe(true)
      }
      await expectAll(following)
      most = Math.max(most, server.openWatches)
      expect(most).toBe(4)
      const seen = await following.seen()
      expect(seen.map(({ error, relists }) => [error, relists])).toEqual(NAMESPACES.map(() => [undefined, 0]))
      await following.stop()
      await vi.waitFor(() => expect(server.openWatches).toBe(0))
      await page.close()
    },
    2 * TIMEOUT_MS,
  )

  test(
    'without a connection budget, the seventh watch blocks all other requests',
    async () => {
      await start()
      const { page, follow } = await chromium.open()
      const namespaces = NAMESPACES.slice(0, 6)
      const following = await follow({
        baseUrl: serving.url,
        namespaces,
        maxFetchWatches: Number.POSITIVE_INFINITY,
      })
      await vi.waitFor(() => expect(server.openWatches).toBe(6), { timeout: TIMEOUT_MS })
      expect(await following.answers()).toBe(false)
      await page.close()
    },
    TIMEOUT_MS,
  )

  test(
    'over WebSocket all watches are open at once',
    async () => {
      await start()
      const { page, follow } = await chromium.open()
      const following = await follow({
        baseUrl: serving.url,
        namespaces: NAMESPACES,
        webSocket: true,
        watchTransport: 'websocket',
        watchList: true,
      })
      await vi.waitFor(() => expect(server.openWatches).toBe(20), { timeout: TIMEOUT_MS })
      for (const namespace of NAMESPACES) create('new', namespace)
      await expectAll(following)
      expect(await following.answers()).toBe(true)
      expect(server.requests.filter(({ kind }) => kind === 'watch')).toHaveLength(20)
      await following.stop()
      await vi.waitFor(() => expect(server.openWatches).toBe(0))
      await page.close()
    },
    TIMEOUT_MS,
  )

  test(
    'with both, the first four watches use fetch and the others WebSocket; none waits',
    async () => {
      await start()
      const { page, follow } = await chromium.open()
      const sockets: string[] = []
      page.on('websocket', socket => sockets.push(socket.url()))
      const following = await follow({ baseUrl: serving.url, namespaces: NAMESPACES, webSocket: true })
      await vi.waitFor(() => expect(server.openWatches).toBe(20), { timeout: TIMEOUT_MS })
      for (const namespace of NAMESPACES) create('new', namespace)
      await expectAll(following)
      expect(sockets).toHaveLength(16)
      expect(await following.answers()).toBe(true)
      await page.close()
    },
    TIMEOUT_MS,
  )
})

describe('W12: watch-lists of Kubernetes 1.37, of which Chromium decodes only the first gzip member', () => {
  const watchLists = () => server.requests.filter(({ query }) => query.sendInitialEvents === 'true')
  /** Unlimited, since an initial list streams over fetch only while a connection is free. */
  const maxFetchWatches = Number.POSITIVE_INFINITY

  test(
    'cross-origin, the stalled stream is detected, the informer lists, and the next one lists at once',
    async () => {
      await start({ compress: '1.37' })
      const { page, follow } = await chromium.open()
      const options = { baseUrl: serving.url, namespaces: [''], watchList: true, maxFetchWatches }
      const following = await follow(options)
      await vi.waitFor(() => expect(watchLists()).toHaveLength(1))
      create('meanwhile', 'team-0')
      await expectAll(following)
      create('later', 'team-0')
      await expectAll(following)
      const [seen] = await following.seen()
      expect([seen?.link, seen?.error]).toEqual(['live', undefined])
      expect(seen?.notice).toMatch(/as a list from now on/)

      await following.add('team-1')
      await vi.waitFor(async () => expect((await following.seen())[1]?.pods).toHaveLength(20))
      expect((await following.seen())[1]?.notice).toBeUndefined()
      expect(watchLists()).toHaveLength(1)
      await page.close()
    },
    TIMEOUT_MS,
  )

  test(
    'same-origin, the header is readable and the informer lists at once',
    async () => {
      await start({ compress: '1.37' })
      const { page, follow } = await chromium.open(serving.url)
      const following = await follow({
        baseUrl: serving.url,
        namespaces: [''],
        watchList: true,
        maxFetchWatches,
      })
      await vi.waitFor(async () => expect((await following.seen())[0]?.pods).toHaveLength(400))
      expect(server.requests.map(({ kind }) => kind).slice(0, 2)).toEqual(['watch', 'list'])
      expect(watchLists()).toHaveLength(1)
      expect((await following.seen())[0]?.notice).toMatch(/as a list from now on/)
      await page.close()
    },
    TIMEOUT_MS,
  )

  test(
    'over WebSocket, the initial list streams',
    async () => {
      await start({ compress: '1.37' })
      const { page, follow } = await chromium.open(serving.url)
      const sockets: string[] = []
      page.on('websocket', socket => sockets.push(socket.url()))
      const options = { baseUrl: serving.url, namespaces: [''], watchList: true, webSocket: true }
      const following = await follow(options)
      await expectAll(following)
      create('later', 'team-0')
      await expectAll(following)
      expect(sockets).toHaveLength(1)
      expect(sockets[0]).toMatch(/sendInitialEvents=true/)
      await page.close()
    },
    TIMEOUT_MS,
  )
})
