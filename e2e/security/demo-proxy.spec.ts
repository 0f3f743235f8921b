// The demo adds KUBE_TOKEN to the requests of its own page. Pages of other sites and of other ports try to use it.
import { serve } from '@kube-informer/apiserver/node'
import { createFakeApiserver, type FakeApiserver, generatePods } from '@kube-informer/testing'
import { test as base, expect, type Page } from '@playwright/test'
import { previewDemo, type Served, startDemo } from '../preview.ts'
import {
  attackFrom,
  FOREIGN_BROWSER,
  type ForeignSite,
  reboundUrl,
  serveForeignSite,
} from './foreign-site.ts'

const TOKEN = 'token-of-the-environment'
const PODS = 200

/** Nothing was read or written, except that a page cannot see what became of a request in `no-cors` mode. */
const IN_VAIN = {
  read: 'failed',
  postBlob: 'sent',
  postWithoutReferrer: 'sent',
  postForm: 'sent',
  webSocket: 'failed',
}

const FORMS: Readonly<Record<string, (env: Readonly<Record<string, string>>) => Promise<Served>>> = {
  'npm start': env => startDemo(['--pods', String(PODS), '--churn', '0'], env),
  'npm start -- --dev': env => startDemo(['--dev', '--pods', String(PODS), '--churn', '0'], env),
  'vite preview': previewDemo,
}

const test = base.extend<{
  readonly site: ForeignSite
  readonly server: FakeApiserver
  readonly serverUrl: string
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
  site: async ({}, use) => {
    const site = await serveForeignSite()
    await use(site)
    await site.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  server: async ({}, use) =>
    use(
      createFakeApiserver({
        objects: generatePods({ count: PODS, seed: 1 }),
        auth: { token: token => token === TOKEN },
        controllers: { pods: true },
      }),
    ),
  serverUrl: async ({ server }, use) => {
    const serving = await serve(server)
    await use(serving.url)
    await serving.close()
  },
})
test.use({ launchOptions: FOREIGN_BROWSER })

/** What a browser says about pages of another site and of another port. */
const FOREIGN = [{ origin: 'http://evil.test' }, { 'sec-fetch-site': 'same-site' }]

/** Deletes a Pod from within the page; returns the status. */
async function deletePod(path: string): Promise<number> {
  const { items } = await (await fetch(`${path}?limit=1`)).json()
  return (await fetch(`${path}/${items[0].metadata.name}`, { method: 'DELETE' })).status
}

/** Loads a path of the console's own origin as a script and as a worker; returns what became of both. */
const runAs = (path: string): Promise<readonly string[]> => {
  const script = new Promise<string>(resolve => {
    const element = document.createElement('script')
    element.onload = () => resolve('ran')
    element.onerror = () => resolve('failed')
    element.src = path
    document.head.append(element)
  })
  const worker = new Promise<string>(resolve => {
    const started = new Worker(path)
    started.onmessage = () => resolve('ran')
    started.onerror = () => resolve('failed')
  })
  return Promise.all([script, worker])
}

/** What a Pod serves, in the forms that a server or a browser may resolve to it. */
const SERVED_BY_PODS = [
  '/k8s/api/v1/namespaces/default/pods/web/proxy/',
  '/k8s/api/v1/namespaces/default/services/web/%70roxy/',
  '/k8s/api/v1//nodes/n1/proxy/',
  '/k8s/as/ada/api/v1/nodes/n1/proxy/',
]

/** Tries to read and to write what the demo can, through a path of it. */
const attack = (page: Page, url: string) =>
  attackFrom(page, {
    url,
    read: '/api/v1/pods?limit=1',
    write: {
      path: '/api/v1/namespaces/default/configmaps',
      json: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"planted"}}',
    },
    watch: '/api/v1/pods?watch=1',
  })

for (const [form, start] of Object.entries(FORMS))
  test(`${form}: pages of other sites and ports cannot use the token of the demo`, async ({
    page,
    site,
    server,
    serverUrl,
  }) => {
    const demo = await start({ KUBE_APISERVER_URL: serverUrl, KUBE_TOKEN: TOKEN })
    try {
      for (const from of [site.url(), site.url('localhost'), site.url('127.0.0.1')])
        for (const path of ['/k8s', '/k8s/as/admin', '/fake']) {
          await page.goto(from)
          expect(await attack(page, demo.url + path), `${path} from ${from}`).toEqual(IN_VAIN)
        }
      // The attacker's name leads to the demo now, so that the page has its origin.
      const rebound = reboundUrl(demo.url)
      expect((await page.goto(rebound))?.status()).toBe(403)
      for (const seen of Object.values(await attack(page, `${rebound}/k8s`)))
        expect(seen).toMatch(/^failed$|^sent$|^403 /)
      expect(server.requests).toEqual([])
      expect(await (await fetch(`${demo.url}/fake/api/v1/configmaps`)).text()).not.toContain('planted')

      for (const headers of FOREIGN)
        expect((await fetch(`${demo.url}/clusters.json`, { headers })).status).toBe(403)

      // A link into the console: its own page reads and writes.
      await page.goto(`${demo.url}/c/k8s/core/v1/pods`)
      await expect(page.locator('a[href*="/c/k8s/core/v1/pods/"]').first()).toBeVisible()
      expect(await page.evaluate(deletePod, '/k8s/api/v1/namespaces/default/pods')).toBe(200)
      expect(await page.content()).not.toContain(TOKEN)

      // Nothing that the cluster serves runs in the origin of the console, which has the token.
      const before = server.requests.length
      const log = '/k8s/api/v1/namespaces/default/pods/web/log'
      expect(await page.evaluate(runAs, log)).toEqual(['failed', 'failed'])
      for (const path of SERVED_BY_PODS) expect((await fetch(demo.url + path)).status, path).toBe(403)
      expect((await page.goto(demo.url + log))?.status()).toBe(403)
      const asBrowser = { 'user-agent': 'Mozilla/5.0' }
      expect((await fetch(demo.url + log, { headers: asBrowser })).status).toBe(403)
      const logs = server.requests
        .slice(before)
        .filter(({ path }) => path.includes('/log') || path.includes('roxy'))
      expect(logs).toEqual([])
      const { headers } = await fetch(`${demo.url}/k8s/version`)
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    } finally {
      await demo.stop()
    }
  })
