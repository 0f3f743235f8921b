import { spawnSync } from 'node:child_process'
import type { KubeClient } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Browser, BrowserContext } from '@playwright/test'
import { type NoCluster, openCluster, trust } from '../../tools/kubernetes/cluster.ts'
import { churnCluster, clientOf, seedCluster } from '../../tools/kubernetes/seed.ts'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { kubectlProxy } from '../preview.ts'
import { test as base } from './fixtures.ts'

/** How many Pods the cluster has. */
export const PODS = 5_000
/** Building the server and writing the Pods. */
const SET_UP_MS = 15 * 60_000

/** A cluster with the generator's Pods in it, and somebody who keeps changing them. */
export interface Seeded {
  readonly cluster: Cluster
  readonly client: KubeClient
  readonly seeded: readonly Pod[]
}

/** Keeps changing Pods, also when the server goes away for a while; the first one stays as it is. */
async function keepChurning(client: KubeClient, seeded: readonly Pod[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const churning = churnCluster(client, seeded.slice(1), { perSecond: 20, signal })
    await churning.catch(() => new Promise(resolve => setTimeout(resolve, 500)))
  }
}

/** Journeys on a real apiserver; they have to skip themselves where there is none. */
export const test = base.extend<object, { readonly target: Seeded | NoCluster }>({
  target: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its parameter
    async ({}, use) => {
      const cluster = await openCluster(console.log)
      if ('skip' in cluster) {
        console.log(`skipped: ${cluster.skip}`)
        return use(cluster)
      }
      trust(cluster)
      const client = clientOf(cluster)
      const seeded = await seedCluster(client, PODS, console.log)
      const stopping = new AbortController()
      const churning = keepChurning(client, seeded, stopping.signal)
      await use({ cluster, client, seeded })
      stopping.abort()
      await churning
      await cluster.stop()
    },
    { scope: 'worker', timeout: SET_UP_MS },
  ],
})

/** A way from a page to the server. */
export interface Way {
  /** What the page is told in its URL. */
  readonly query: { readonly server: string; readonly host?: 'dedicated' }
  readonly context: BrowserContext
  close(): Promise<void>
}

const hasKubectl = () => spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0

/** The ways that there are, by their names; one that is not open here says why not. */
export const WAYS: Readonly<
  Record<string, (target: Seeded, browser: Browser, baseURL: string) => Promise<Way | NoCluster>>
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
  // From a foreign origin, over HTTPS and HTTP/2; what holds the token is the browser, not the page. It gives it to pages
  // and to their own workers, and to no SharedWorker.
  'directly with a token': async ({ cluster: { url, token } }, browser, baseURL) => {
    const extraHTTPHeaders = { authorization: `Bearer ${token}` }
    const context = await browser.newContext({ baseURL, extraHTTPHeaders, ignoreHTTPSErrors: true })
    return { query: { server: url, host: 'dedicated' }, context, close: () => context.close() }
  },
}
