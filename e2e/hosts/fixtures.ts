import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeApiserver, type FakeApiserver, generatePods, type Pod } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { test as base, type TestInfo } from '@playwright/test'
import type { Engine } from '../../tools/engines/engine.ts'
import { type Ability, LACKS } from '../../tools/engines/engine-browser.ts'
import { findEngine } from '../../tools/engines/find-engine.ts'
import { startEngine } from '../../tools/engines/start-engine.ts'
import { Link } from './link.ts'
import { type Site, serveSite } from './site.ts'
import { Tab } from './tab.ts'
import { type TabOptions, tabUrl } from './tab-options.ts'

/** An apiserver in the test's process, and the network link to it. */
export interface Cluster {
  readonly server: FakeApiserver
  readonly link: Link
  /** One of the initial Pods. */
  pod(index: number): Pod
}

/** A browser for one test, with an empty profile. */
export interface Tabs {
  /** Opens a tab in the foreground. @default api the most recently started cluster */
  open(options: Omit<TabOptions, 'api'> & Partial<Pick<TabOptions, 'api'>>): Promise<Tab>
  /** Restarts the browser with the same profile. */
  restartBrowser(): Promise<void>
}

export interface TestFixtures {
  readonly startCluster: (options: { readonly pods: number }) => Promise<Cluster>
  readonly tabs: Tabs
}

export interface WorkerFixtures {
  readonly site: Site
  /** The browser engine: an option of the Playwright project. */
  readonly engine: Engine
}

/** Skips a test in the engines that cannot do what it is about. */
export function requires(engine: Engine, ...abilities: readonly Ability[]): void {
  for (const ability of abilities) base.skip(LACKS[engine][ability] !== undefined, LACKS[engine][ability])
}

/** Journeys with real tabs. */
export const test = base.extend<TestFixtures & { readonly clusters: Cluster[] }, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  // Playwright reads a fixture's dependencies from its parameter; a fixture without any needs an empty pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  site: [async ({}, use) => withSite(use), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  clusters: async ({}, use) => use([]),
  startCluster: async ({ clusters }, use) => {
    const stops: (() => Promise<void>)[] = []
    await use(async ({ pods: count }) => {
      const pods = generatePods({ count, seed: 1 })
      const server = createFakeApiserver({ objects: pods })
      const serving = await serve(server)
      const link = await Link.to(serving.url)
      stops.push(async () => {
        await link.cut()
        await serving.close()
      })
      const cluster = { server, link, pod: (index: number) => podAt(pods, index) }
      clusters.push(cluster)
      return cluster
    })
    for (const stop of stops) await stop()
  },
  // Depends on the cluster so that the tabs close first, and do not report the cluster's shutdown.
  tabs: async ({ site, clusters, engine, startCluster: _longer }, use, info) => {
    base.skip(findEngine(engine) === undefined, `${engine} is not installed`)
    const profile = await mkdtemp(join(tmpdir(), 'kube-informer-tabs-'))
    let browser = await startEngine(engine, profile)
    let opened: Tab[] = []
    await use({
      restartBrowser: async () => {
        await browser.close()
        opened = []
        browser = await startEngine(engine, profile)
      },
      open: async options => {
        const api = clusters.at(-1)?.link.url ?? ''
        const tab = await Tab.open(browser, tabUrl(site.url, { api, ...options }))
        opened.push(tab)
        return tab
      },
    })
    if (info.status !== info.expectedStatus) await tellAbout(opened, info)
    // Firefox waits a minute for a crashed tab to close.
    await browser.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
})

async function withSite(use: (site: Site) => Promise<void>): Promise<void> {
  const site = await serveSite()
  await use(site)
  await site.close()
}

function podAt(pods: readonly Pod[], index: number): Pod {
  const pod = pods[index]
  if (!pod) throw new Error(`the cluster has only ${pods.length} Pods`)
  return pod
}

/** Attaches the state of every tab to the report of a failed journey. */
async function tellAbout(tabs: readonly Tab[], info: TestInfo): Promise<void> {
  for (const [index, tab] of tabs.entries()) {
    const account = await Promise.race([tab.account(), timeLimit()]).catch(String)
    await info.attach(`tab ${index}`, {
      body: JSON.stringify(account, null, 2),
      contentType: 'application/json',
    })
    console.log(`tab ${index}: ${JSON.stringify(account)}`)
  }
}

const timeLimit = (): Promise<string> => new Promise(resolve => setTimeout(resolve, 2_000, 'no response'))
