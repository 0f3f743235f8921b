import {
  createKubeClient,
  createListWatch,
  type InformerClient,
  type KubeClientOptions,
  type KubernetesObject,
  SharedIndexInformer,
  StatusError,
  type WatchEvent,
  webSocketWatch,
} from '@kube-informer/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { trust } from '../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../tools/kubernetes/describe-real.ts'
import { clientOf, seedCluster } from '../../tools/kubernetes/seed.ts'
import { type Cluster, startKubernetes } from '../../tools/kubernetes/start.ts'
import { kubectlProxy, type Served } from '../preview.ts'
import { type Chromium, openChromium, type TabFollowing } from './chromium.ts'
import { pods } from './pods.ts'

/** Watches on a real kube-apiserver 1.37: over HTTPS, and through `kubectl proxy` over HTTP/1.1. */

const PODS = 400
const SET_UP_MS = 180_000
const TIMEOUT_MS = 90_000

describeReal('a real kube-apiserver', describeTransports)

function describeTransports(): void {
  let cluster: Cluster
  let proxy: Served
  let admin: InformerClient
  let chromium: Chromium
  let namespaces: readonly string[]

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    admin = clientOf(cluster)
    const seeded = await seedCluster(admin, PODS)
    namespaces = [...new Set(seeded.map(({ metadata }) => metadata.namespace ?? ''))].slice(0, 20)
    proxy = await kubectlProxy(cluster.kubeconfig ?? '')
    chromium = await openChromium()
  }, SET_UP_MS)
  afterAll(async () => {
    await chromium?.close()
    await proxy?.stop()
    await cluster?.stop()
  }, 20_000)

  const connect = (options: Partial<KubeClientOptions> = {}) =>
    createKubeClient({
      baseUrl: cluster.url,
      getToken: () => cluster.token,
      webSocket: webSocketWatch(),
      watchTransport: 'websocket',
      ...options,
    })

  /** Changes one Pod in each namespace, and returns the content of each namespace afterwards. */
  async function changeAll(label: string): Promise<string[]> {
    for (const namespace of namespaces) {
      const { items } = await admin.list(pods, { namespace, limit: 1 })
      const name = items[0]?.metadata?.name ?? ''
      await admin.patch(pods, { namespace, name }, { metadata: { labels: { changed: label } } })
    }
    const { items } = await admin.list(pods)
    return items
      .filter(({ metadata }) => namespaces.includes(metadata?.namespace ?? ''))
      .map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`)
      .toSorted()
  }

  async function expectAll(following: TabFollowing, expected: readonly string[]): Promise<void> {
    await vi.waitFor(
      async () => {
        const seen = await following.seen()
        expect(seen.flatMap(({ pods }) => pods).toSorted()).toEqual(expected)
      },
      { timeout: TIMEOUT_MS, interval: 200 },
    )
    const seen = await following.seen()
    expect(seen.map(({ error, relists }) => [error, relists])).toEqual(seen.map(() => [undefined, 0]))
  }

  describe('in Node', () => {
    test('W13, W17: a watch over a secure WebSocket with a token, and its end', async () => {
      const [namespace = ''] = namespaces
      const watch = await connect().watch(pods, {
        namespace,
        sendInitialEvents: true,
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: true,
        timeoutSeconds: 1,
      })
      const types: string[] = []
      for await (const read of watch) for (const { type } of read) types.push(type)
      expect(types).toEqual([...Array(8).fill('ADDED'), 'BOOKMARK'])
    })

    test('a Status error is thrown with the message of the server', async () => {
      const unauthorized = connect({ getToken: () => 'wrong' }).watch(pods)
      await expect(unauthorized).rejects.toMatchObject({ code: 401, reason: 'Unauthorized' })
      const invalid = await connect()
        .watch(pods, { sendInitialEvents: true })
        .catch((error: unknown) => error)
      expect([invalid instanceof StatusError, (invalid as StatusError).code]).toEqual([true, 422])
    })

    test('metadata only over WebSocket, where the client can set headers', async () => {
      const listWatch = createListWatch(connect(), pods, {
        namespace: namespaces[0] ?? '',
        metadataOnly: true,
      })
      const controller = new AbortController()
      const watch = await listWatch.watch({ resourceVersion: '0' }, { signal: controller.signal })
      const [first] = (await firstOf(watch)) as WatchEvent<KubernetesObject>[]
      expect(first?.object.kind).toBe('PartialObjectMetadata')
      controller.abort()
    })

    test.each(['fetch', 'websocket'] as const)(
      'W11: an informer streams its initial list (all gzip members) and later events over %s',
      async watchTransport => {
        const encodings: (string | null)[] = []
        const client = connect({
          watchTransport,
          fetch: async (url, init) => {
            const response = await fetch(url, init)
            encodings.push(response.headers.get('content-encoding'))
            return response
          },
        })
        const controller = new AbortController()
        const informer = new SharedIndexInformer({
          listerWatcher: createListWatch(client, pods),
          watchList: true,
        })
        const running = informer.run(controller.signal)
        onTestFinished(async () => {
          controller.abort()
          await running
        })
        await informer.synced()
        expect(informer.lister.list()).toHaveLength(PODS)
        await changeAll(`node-${watchTransport}`)
        await vi.waitFor(() => {
          const changed = informer.lister
            .list()
            .filter(({ metadata }) => metadata?.labels?.changed === `node-${watchTransport}`)
          expect(changed).toHaveLength(20)
        })
        expect(encodings).toEqual(watchTransport === 'fetch' ? ['gzip'] : [])
        expect(informer.status.notice).toBeUndefined()
      },
    )
  })

  describe('in Chromium', () => {
    test(
      'twenty informers through kubectl proxy: every event arrives, and ordinary requests are answered',
      async () => {
        const { page, follow } = await chromium.open(proxy.url)
        const following = await follow({ baseUrl: proxy.url, namespaces })
        await expectAll(following, await changeAll('proxy-1'))
        expect(await following.answers()).toBe(true)
        await expectAll(following, await changeAll('proxy-2'))
        expect(await following.answers()).toBe(true)
        await page.close()
      },
      2 * TIMEOUT_MS,
    )

    test(
      'twenty informers through kubectl proxy, with WebSockets once fetch has no free connection',
      async () => {
        const { page, follow } = await chromium.open(proxy.url)
        const sockets: string[] = []
        page.on('websocket', socket => sockets.push(socket.url()))
        const following = await follow({ baseUrl: proxy.url, namespaces, webSocket: true })
        await vi.waitFor(() => expect(sockets).toHaveLength(16), { timeout: TIMEOUT_MS })
        await expectAll(following, await changeAll('proxy-websocket'))
        expect(await following.answers()).toBe(true)
        await page.close()
      },
      TIMEOUT_MS,
    )

    test(
      'twenty informers over secure WebSockets with a token stream their initial lists',
      async () => {
        const { page, follow } = await chromium.open()
        const sockets: string[] = []
        page.on('websocket', socket => sockets.push(socket.url()))
        const following = await follow({
          baseUrl: cluster.url,
          token: cluster.token,
          namespaces,
          webSocket: true,
          watchTransport: 'websocket',
          watchList: true,
        })
        await vi.waitFor(() => expect(sockets).toHaveLength(20), { timeout: TIMEOUT_MS })
        await expectAll(following, await changeAll('https-websocket'))
        expect(sockets).toHaveLength(20)
        await page.close()
      },
      TIMEOUT_MS,
    )

    test.each([
      ['cross-origin, where the header is not readable', false],
      ['same-origin, by the header', true],
    ])(
      'W12: only the first gzip member of a watch-list arrives, and no object is lost: %s',
      async (_, own) => {
        const baseUrl = own ? proxy.url : cluster.url
        const { page, follow } = await chromium.open(own ? proxy.url : undefined)
        const following = await follow({
          baseUrl,
          namespaces: [''],
          watchList: true,
          maxFetchWatches: Number.POSITIVE_INFINITY,
          ...(own ? {} : { token: cluster.token }),
        })
        await vi.waitFor(async () => expect((await following.seen())[0]?.pods).toHaveLength(PODS), {
          timeout: TIMEOUT_MS,
        })
        await changeAll(`w12-${own}`)
        const { items } = await admin.list(pods)
        const expected = items.map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`)
        await expectAll(following, expected.toSorted())
        // A real server may send such a small list as one member.
        if (own) expect((await following.seen())[0]?.notice).toMatch(/as a list from now on/)
        await page.close()
      },
      TIMEOUT_MS,
    )
  })
}

async function firstOf<T>(events: AsyncIterable<T>): Promise<T | undefined> {
  for await (const event of events) return event
  return undefined
}
