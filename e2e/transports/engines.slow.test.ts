import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InformerClient, KubernetesObject } from '@kube-informer/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ENGINES } from '../../tools/engines/engine.ts'
import type { EngineBrowser, EnginePage } from '../../tools/engines/engine-browser.ts'
import { findEngine } from '../../tools/engines/find-engine.ts'
import { startEngine } from '../../tools/engines/start-engine.ts'
import { trust } from '../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../tools/kubernetes/describe-real.ts'
import { clientOf, seedCluster } from '../../tools/kubernetes/seed.ts'
import { type Cluster, startKubernetes } from '../../tools/kubernetes/start.ts'
import { bundlePage } from './bundle-page.ts'
import { type ForwardingSite, forwardingSite } from './forwarding-site.ts'
import type { FollowOptions } from './page.ts'
import { pods } from './pods.ts'

/**
 * Watches on a real kube-apiserver, in each engine. The origin of the page is a site that forwards requests, over HTTP/1.1 or
 * HTTP/2; the apiserver itself is another origin, over HTTP/2, whose protocol a page cannot read.
 */

const PODS = 400
const TIMEOUT_MS = 180_000
const WAIT = { timeout: 90_000, interval: 200 }
/** Sooner than watches take turns. */
const AT_ONCE = { timeout: 4_000, interval: 50 }

describeReal('a real kube-apiserver', () => {
  let cluster: Cluster
  let admin: InformerClient
  let html: string
  let namespaces: readonly string[]

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    admin = clientOf(cluster)
    const seeded = await seedCluster(admin, PODS)
    namespaces = [...new Set(seeded.map(({ metadata }) => metadata.namespace ?? ''))].slice(0, 8)
    html = await bundlePage()
  }, TIMEOUT_MS)
  afterAll(() => cluster?.stop(), 20_000)

  describe.each(ENGINES)('in %s', engine => {
    const inEngine = test.skipIf(findEngine(engine) === undefined)
    let profile: string
    let browser: EngineBrowser | undefined

    beforeAll(async () => {
      profile = await mkdtemp(join(tmpdir(), 'kube-informer-engine-'))
      if (findEngine(engine)) browser = await startEngine(engine, profile)
    }, 60_000)
    afterAll(async () => {
      await browser?.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }, 30_000)

    /** A page of a site that forwards to the apiserver. */
    async function open(protocol: 'http/1.1' | 'h2'): Promise<{ page: EnginePage; site: ForwardingSite }> {
      if (!browser) throw new Error(`${engine} is not installed`)
      const site = await forwardingSite(cluster, html, protocol)
      onTestFinished(() => site.close())
      const page = await browser.open(`${site.url}/page`)
      onTestFinished(() => page.close())
      return { page, site }
    }

    /** Adds a Pod to each namespace. @returns the name of each */
    async function addToEach(): Promise<string> {
      const name = `${engine}-${crypto.randomUUID()}`
      for (const namespace of namespaces) await admin.create(pods, podOf(name, namespace))
      return name
    }

    const expectAdded = (page: EnginePage, name: string, wait = WAIT) =>
      vi.waitFor(async () => expect(await countOf(page, name)).toBe(namespaces.length), wait)

    inEngine(
      'quiet watches over HTTP/1.1 take turns, and each has its events',
      { timeout: TIMEOUT_MS },
      async () => {
        const { page, site } = await open('http/1.1')
        await follow(page, { baseUrl: site.url, namespaces })
        await vi.waitFor(async () => expect(await syncedIn(page)).toBe(namespaces.length), WAIT)
        await vi.waitFor(() => expect(site.openWatches).toBe(4), AT_ONCE)
        await expectAdded(page, await addToEach())
        expect(await page.evaluate(() => transports.following[0]?.answers())).toBe(true)
      },
    )

    inEngine('HTTP/2 is detected, and all watches are live at once', { timeout: TIMEOUT_MS }, async () => {
      const { page, site } = await open('h2')
      await follow(page, { baseUrl: site.url, namespaces })
      const live = namespaces.map(() => 'live')
      await vi.waitFor(async () => expect(await linksIn(page)).toEqual(live), AT_ONCE)
      expect(site.openWatches).toBe(namespaces.length)
      await expectAdded(page, await addToEach(), AT_ONCE)
      expect(await linksIn(page)).toEqual(live)
    })

    inEngine(
      'over HTTP/2 of another origin, all watches are live at once if the limit is removed',
      { timeout: TIMEOUT_MS },
      async () => {
        const { page } = await open('http/1.1')
        const { url: baseUrl, token } = cluster
        await follow(page, { baseUrl, token, namespaces, maxFetchWatches: 'unlimited' })
        const live = namespaces.map(() => 'live')
        await vi.waitFor(async () => expect(await linksIn(page)).toEqual(live), AT_ONCE)
        await expectAdded(page, await addToEach(), AT_ONCE)
      },
    )

    inEngine(
      'over HTTP/2 of another origin, which no page detects, watches take turns',
      { timeout: TIMEOUT_MS },
      async () => {
        const { page } = await open('http/1.1')
        await follow(page, { baseUrl: cluster.url, token: cluster.token, namespaces })
        await vi.waitFor(async () => expect(await syncedIn(page)).toBe(namespaces.length), WAIT)
        await expectAdded(page, await addToEach())
      },
    )

    inEngine.each([
      ['over HTTP/1.1', 'http/1.1', 'own'],
      ['over HTTP/2', 'h2', 'own'],
      ['of another origin, whose headers are not readable', 'http/1.1', 'other'],
    ] as const)(
      'a watch-list in several gzip members loses no object: %s',
      { timeout: TIMEOUT_MS },
      async (_, protocol, origin) => {
        const { page, site } = await open(protocol)
        const { url, token } = cluster
        const server = origin === 'own' ? { baseUrl: site.url } : { baseUrl: url, token }
        await follow(page, { ...server, namespaces: [''], watchList: true, maxFetchWatches: 'unlimited' })
        const { items } = await admin.list(pods)
        const count = () => page.evaluate(() => transports.following[0]?.seen()[0]?.pods.length)
        await vi.waitFor(async () => expect(await count()).toBe(items.length), WAIT)
        await expectAdded(page, await addToEach())
        const seen = await page.evaluate(() => transports.following[0]?.seen()[0])
        expect([seen?.link, seen?.error]).toEqual(['live', undefined])
        if (origin === 'own') expect(seen?.notice).toMatch(/as a list from now on/)
      },
    )

    inEngine.each(['http/1.1', 'h2'] as const)(
      'fetch reads only the first gzip member of a body that stays open: over %s',
      { timeout: TIMEOUT_MS },
      async protocol => {
        const { page, site } = await open(protocol)
        await follow(page, { baseUrl: site.url, namespaces: [''] })
        await vi.waitFor(async () => expect(await syncedIn(page)).toBe(1), WAIT)
        expect(await page.evaluate(startWatchList)).toBe('gzip')
        const added = await addToEach()
        // The event is another member at the latest.
        await expectAdded(page, added)
        const text = await page.evaluate(() => globalThis.watchListText)
        expect(text).toMatch(/"ADDED"/)
        expect(text.includes(added)).toBe(false)
      },
    )

    // The server ends its connection after such a response over HTTP/2. WebKitGTK then discards the response.
    inEngine('a token that is rejected', { timeout: TIMEOUT_MS }, async () => {
      const { page } = await open('http/1.1')
      const outcome = await page.evaluate(statusWith, cluster.url, 'wrong')
      expect(outcome).toBe(engine === 'webkit' ? 'TypeError' : '401')
      expect(await page.evaluate(statusWith, cluster.url, cluster.token)).toBe('200')
    })
  })
})

const podOf = (name: string, namespace: string): KubernetesObject & { readonly spec: unknown } => ({
  metadata: { name, namespace },
  spec: { containers: [{ name: 'main', image: 'example/app:1' }] },
})

async function follow(page: EnginePage, options: FollowOptions): Promise<void> {
  // The module of the page may still run.
  await vi.waitFor(async () => expect(await page.evaluate(() => 'transports' in globalThis)).toBe(true), WAIT)
  await page.evaluate(options => transports.following.push(transports.follow(options)), options)
}

/** The number of informers that have objects. */
const syncedIn = (page: EnginePage): Promise<number | undefined> =>
  page.evaluate(() => transports.following[0]?.seen().filter(({ pods }) => pods.length > 0).length)

const linksIn = (page: EnginePage): Promise<readonly string[] | undefined> =>
  page.evaluate(() => transports.following[0]?.seen().map(({ link }) => link))

/** The number of Pods with this name, in all informers. */
const countOf = (page: EnginePage, name: string): Promise<number | undefined> =>
  page.evaluate(
    name =>
      transports.following[0]
        ?.seen()
        .flatMap(({ pods }) => pods)
        .filter(pod => pod.startsWith(`${name}@`)).length,
    name,
  )

declare global {
  /** What a page has read so far of its watch-list. */
  var watchListText: string
}

/** Starts to read a watch-list; resolves with its encoding. Runs in the page. */
async function startWatchList(): Promise<string | null> {
  const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
  const { body, headers } = await fetch(`/api/v1/pods?${query}`)
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  globalThis.watchListText = ''
  const readAll = async () => {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
      globalThis.watchListText += decoder.decode(read.value, { stream: true })
  }
  readAll().catch(() => {})
  return headers.get('content-encoding')
}

/** The status of a response, or the name of an error. Runs in the page. */
async function statusWith(url: string, token: string): Promise<string> {
  try {
    const { status } = await fetch(`${url}/api/v1/pods?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return String(status)
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}
