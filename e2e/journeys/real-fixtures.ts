import { spawnSync } from 'node:child_process'
import type { InformerClient } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Browser, BrowserContext } from '@playwright/test'
import { type NoCluster, openCluster, trust } from '../../tools/kubernetes/cluster.ts'
import { churnCluster, clientOf, seedCluster } from '../../tools/kubernetes/seed.ts'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { kubectlProxy } from '../preview.ts'
import { test as base } from './fixtures.ts'

/** The number of Pods in the cluster: a list of them has three pages. */
export const PODS = 1_200
/** The time for building the server and writing the Pods. */
const SET_UP_MS = 15 * 60_000

/** A cluster with generated Pods that keep changing. */
export interface Seeded {
  readonly cluster: Cluster
  readonly client: InformerClient
  readonly pods: readonly Pod[]
}

/** Keeps changing all Pods except the first one, also after the server was unavailable. */
async function keepChurning(
  client: InformerClient,
  seeded: readonly Pod[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const churning = churnCluster(client, seeded.slice(1), { perSecond: 20, signal })
    await churning.catch(() => new Promise(resolve => setTimeout(resolve, 500)))
  }
}

/** A route from a page to the server. */
export interface Way {
  /** URL parameters of the page. */
  readonly query: { readonly server: string; readonly host?: 'dedicated' }
  readonly context: BrowserContext
  close(): Promise<void>
}

const hasKubectl = () => spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0

export const WAY_NAMES = ['through kubectl proxy', 'directly with a token'] as const
type WayName = (typeof WAY_NAMES)[number]

/** The routes; one that is unavailable returns the reason. */
const WAYS: Readonly<
  Record<WayName, (target: Seeded, browser: Browser, baseURL: string) => Promise<Way | NoCluster>>
> = {
  'through kubectl proxy': async ({ cluster: { kubeconfig } }, browser, baseURL) => {
    if (!kubeconfig || !hasKubectl()) return { skip: 'no kubectl, or no kubeconfig for it' }
    const proxy = await kubectlProxy(kubeconfig)
    const context = await browser.newContext({ baseURL })
    const close = async () => {
      await context.close()
      await proxy.stop()
    }
    return { query: { server: proxy.url }, context, close }
  },
  // From another origin, over HTTPS and HTTP/2. The browser context adds the token, not the page. It does so for pages and
  // their own workers, but not for a SharedWorker.
  'directly with a token': async ({ cluster: { url, token } }, browser, baseURL) => {
    const extraHTTPHeaders = { authorization: `Bearer ${token}` }
    const context = await browser.newContext({ baseURL, extraHTTPHeaders, ignoreHTTPSErrors: true })
    return { query: { server: url, host: 'dedicated' }, context, close: () => context.close() }
  },
}

interface RealFixtures {
  readonly seeded: Seeded
  /** Opens a route, which ends with the test; the reason, if it is unavailable. */
  readonly openWay: (name: WayName) => Promise<Way | NoCluster>
}

/** Journeys on a real apiserver with generated Pods; skipped, with a reason, where there is none. */
export const test = base.extend<RealFixtures, { readonly target: Seeded | NoCluster }>({
  target: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
    async ({}, use) => {
      const cluster = await openCluster(console.log)
      if ('skip' in cluster) {
        console.log(`skipped: ${cluster.skip}`)
        return use(cluster)
      }
      trust(cluster)
      const client = clientOf(cluster)
      const pods = await seedCluster(client, PODS, console.log)
      const stopping = new AbortController()
      const churning = keepChurning(client, pods, stopping.signal)
      await use({ cluster, client, pods })
      stopping.abort()
      await churning
      await cluster.stop()
    },
    { scope: 'worker', timeout: SET_UP_MS },
  ],
  seeded: async ({ target }, use) => use(orSkip(target)),
  openWay: async ({ seeded, browser, demo }, use) => {
    const opened: (Way | NoCluster)[] = []
    await use(async name => {
      const way = await WAYS[name](seeded, browser, demo.url)
      opened.push(way)
      return way
    })
    for (const way of opened.filter(isOpen)) await way.close()
  },
})

export const isOpen = <T extends object>(opened: T | NoCluster): opened is T => !('skip' in opened)

/** What was opened; skips the test, with the reason, if that was not possible. */
export function orSkip<T extends object>(opened: T | NoCluster): T {
  if (isOpen(opened)) return opened
  base.skip(true, opened.skip)
  throw new Error(opened.skip)
}
