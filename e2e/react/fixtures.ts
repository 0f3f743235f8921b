import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { test as base, expect } from '@playwright/test'
import { type CountedRequest, type CountingProxy, countingProxy } from '../journeys/counting-proxy.ts'
import { type Served, startScript } from '../preview.ts'
import { SITE_SERVER } from './build-site.ts'
import { recordStates } from './record-states.ts'

/** A fake apiserver in the process of the test, and the proxy through which a page reaches it. */
export interface Cluster {
  readonly server: FakeApiserver
  readonly url: string
  /** Counts and holds the requests of the page, not those of the site's server. */
  readonly proxy: CountingProxy
}

export interface TestFixtures {
  readonly cluster: Cluster
  /** Opens a page; resolves when its HTML arrives. */
  readonly open: (page: 'devtools' | 'namespaces' | 'rendered' | 'writes') => Promise<void>
  /** What the page has shown since the last call, oldest first. */
  readonly shownStates: () => Promise<readonly string[]>
  /** Fails the test when the page throws or logs an error, as React does for a mismatch. Errors of requests are accepted. */
  readonly noErrors: undefined
}

/** Journeys on React pages, each on a server of its own. */
export const test = base.extend<TestFixtures, { readonly site: Served }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
    async ({}, use) => {
      const site = await startScript(SITE_SERVER)
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  cluster: async ({}, use) => {
    const server = createFakeApiserver()
    const serving = await serve(server)
    const proxy = await countingProxy(serving.url)
    await use({ server, url: serving.url, proxy })
    await proxy.close()
    await serving.close()
  },
  open: async ({ site, page, cluster }, use) => {
    await page.addInitScript(recordStates)
    await use(async name => {
      const options = new URLSearchParams({ api: cluster.proxy.url, upstream: cluster.url })
      await page.goto(`${site.url}/${name}?${options}`, { waitUntil: 'commit' })
    })
  },
  shownStates: async ({ page }, use) => {
    await use(() => page.evaluate(() => globalThis.shownStates.splice(0)))
  },
  noErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', error => errors.push(String(error)))
      page.on('console', message => {
        const isOfRequest = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isOfRequest) errors.push(message.text())
      })
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/** The page's requests for rows: `list`, or `watch` and the resourceVersion at which it starts. */
export const reads = ({ proxy }: Cluster): readonly string[] =>
  proxy.requests.filter(({ method, path }) => method === 'GET' && !path.startsWith('/version')).map(readOf)

function readOf({ path }: CountedRequest): string {
  const { searchParams } = new URL(path, 'http://apiserver')
  const isWatch = searchParams.has('watch') && !searchParams.has('sendInitialEvents')
  return isWatch ? `watch ${searchParams.get('resourceVersion')}` : 'list'
}

export { expect }
