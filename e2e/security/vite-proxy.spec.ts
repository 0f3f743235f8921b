// kubeProxy in a real development server of Vite, with the requests of a real browser.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubeProxy } from '@kube-informer/core/proxy/vite'
import { createFakeApiserver, generatePods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { test as base, expect, type Page } from '@playwright/test'
import { createServer } from 'vite'

const WATCH = '/k8s/api/v1/pods?watch=1'
const EXEC = '/k8s/api/v1/namespaces/default/pods/web/exec?command=sh&stdout=1'

const test = base.extend<{
  /** The URL of a page whose server forwards to a cluster, and that of another page. */
  readonly site: string
  readonly other: string
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
  site: async ({}, use) => {
    const cluster = await serve(createFakeApiserver({ objects: generatePods({ count: 3, seed: 1 }) }))
    const { url, close } = await startVite([kubeProxy({ server: cluster.url })])
    await use(url)
    await close()
    await cluster.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  other: async ({}, use) => {
    const { url, close } = await startVite([])
    await use(url)
    await close()
  },
})

async function startVite(plugins: ReturnType<typeof kubeProxy>[]) {
  const root = await mkdtemp(join(tmpdir(), 'vite-proxy-'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>page</title>')
  const options = {
    root,
    configFile: false,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
  } as const
  const vite = await createServer({ ...options, plugins, server: { host: '127.0.0.1', port: 0 } })
  await vite.listen()
  const [url = ''] = vite.resolvedUrls?.local ?? []
  const close = async () => {
    await vite.close()
    await rm(root, { recursive: true })
  }
  return { url: url.replace(/\/$/, ''), close }
}

/** Whether a page can open a WebSocket. */
const webSocket = (page: Page, url: string): Promise<string> =>
  page.evaluate(
    target =>
      new Promise<string>(resolve => {
        const socket = new WebSocket(target)
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('failed')
      }),
    url.replace('http', 'ws'),
  )

/** The number of Pods that a page can read. */
const list = (page: Page, url: string): Promise<unknown> =>
  page.evaluate(
    async target =>
      fetch(target).then(
        async answer => (answer.ok ? (await answer.json()).items.length : answer.status),
        () => 'failed',
      ),
    `${url}/k8s/api/v1/pods`,
  )

test('the own page reads, and opens watches over WebSocket, but no exec', async ({ page, site }) => {
  await page.goto(site)
  expect(await list(page, site)).toBe(3)
  expect(await webSocket(page, `${site}${WATCH}`)).toBe('open')
  expect(await webSocket(page, `${site}${EXEC}`)).toBe('failed')
})

test('a page of another port reads nothing, and opens nothing', async ({ page, site, other }) => {
  await page.goto(other)
  expect(await list(page, site)).toBe('failed')
  expect(await webSocket(page, `${site}${WATCH}`)).toBe('failed')
})

test('an answer of the cluster is no page', async ({ page, site }) => {
  const answer = await page.goto(`${site}/k8s/api/v1/pods`)
  expect(answer?.status()).toBe(403)
})
