import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KubeClient, KubernetesObject } from '@kube-informer/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ENGINES, type Engine } from '../../tools/engines/engine.ts'
import type { EngineBrowser, EnginePage } from '../../tools/engines/engine-browser.ts'
import { findEngine } from '../../tools/engines/find-engine.ts'
import { startEngine } from '../../tools/engines/start-engine.ts'
import { trust } from '../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../tools/kubernetes/describe-real.ts'
import { clientOf, seedCluster } from '../../tools/kubernetes/seed.ts'
import { type Cluster, startKubernetes } from '../../tools/kubernetes/start.ts'
import { bundlePage } from './bundle-page.ts'
import { forwardingSite } from './forwarding-site.ts'
import type { FollowOptions } from './page.ts'
import { pods } from './pods.ts'

/** Watches on a real kube-apiserver, in each engine: over HTTP/1.1, of the origin of the page. */

const PODS = 400
const WAIT = { timeout: 90_000, interval: 200 }

describeReal('a real kube-apiserver', () => {
  let cluster: Cluster
  let admin: KubeClient
  let html: string
  let namespaces: readonly string[]

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    admin = clientOf(cluster)
    const seeded = await seedCluster(admin, PODS)
    namespaces = [...new Set(seeded.map(({ metadata }) => metadata.namespace ?? ''))].slice(0, 8)
    html = await bundlePage()
  }, 180_000)
  afterAll(() => cluster?.stop(), 20_000)

  describe.each(ENGINES)('in %s', engine => {
    const inEngine = test.skipIf(findEngine(engine) === undefined)

    /** A page of the origin of the apiserver. */
    async function open() {
      const site = await forwardingSite(cluster, html)
      const browser = await start(engine)
      onTestFinished(async () => {
        await browser.close()
        await site.close()
      }, 30_000)
      return { page: await browser.open(`${site.url}/page`), baseUrl: site.url }
    }

    /** Adds a Pod to each namespace. @returns the name of each */
    async function addToEach(): Promise<string> {
      const name = `${engine}-${crypto.randomUUID()}`
      for (const namespace of namespaces) await admin.create(pods, podOf(name, namespace))
      return name
    }

    inEngine(
      'quiet watches over HTTP/1.1 take turns, and each has its events',
      { timeout: 180_000 },
      async () => {
        const { page, baseUrl } = await open()
        await follow(page, { baseUrl, namespaces })
        await vi.waitFor(async () => expect(await syncedIn(page)).toBe(namespaces.length), WAIT)
        const added = await addToEach()
        await vi.waitFor(async () => expect(await countOf(page, added)).toBe(namespaces.length), WAIT)
        expect(await page.evaluate(() => transports.following[0]?.answers())).toBe(true)
      },
    )
  })
})

const podOf = (name: string, namespace: string): KubernetesObject & { readonly spec: unknown } => ({
  metadata: { name, namespace },
  spec: { containers: [{ name: 'main', image: 'example/app:1' }] },
})

async function start(engine: Engine): Promise<EngineBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'kube-informer-engine-'))
  onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }))
  return startEngine(engine, profile)
}

async function follow(page: EnginePage, options: FollowOptions): Promise<void> {
  // The module of the page may still run.
  await vi.waitFor(async () => expect(await page.evaluate(() => 'transports' in globalThis)).toBe(true), WAIT)
  await page.evaluate(options => transports.following.push(transports.follow(options)), options)
}

/** The number of informers that have objects. */
const syncedIn = (page: EnginePage): Promise<number | undefined> =>
  page.evaluate(() => transports.following[0]?.seen().filter(({ pods }) => pods.length > 0).length)

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
