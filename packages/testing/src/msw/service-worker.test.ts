import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page as Tab } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Page } from '../test/msw-page/page.ts'

declare global {
  var page: Page
}

let vite: ViteDevServer
let browser: Browser
let tab: Tab

/** Launches Playwright’s own browser, or the system’s. */
const launch = (): Promise<Browser> => {
  const own = chromium.executablePath()
  const executablePath = [
    process.env.KUBE_INFORMER_BROWSER,
    own,
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ].find(path => path !== undefined && existsSync(path))
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) })
}

beforeAll(async () => {
  const script = await readFile(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'))
  vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../test/msw-page', import.meta.url)),
    cacheDir: fileURLToPath(new URL('../../node_modules/.vite-msw', import.meta.url)),
    resolve: { conditions: ['@kube-informer/source', 'module', 'browser', 'development|production'] },
    optimizeDeps: { include: ['msw', 'msw/browser'] },
    server: { port: 0, fs: { strict: false }, watch: null, hmr: false },
    plugins: [
      {
        name: 'mock-service-worker',
        configureServer: ({ middlewares }) => {
          middlewares.use('/mockServiceWorker.js', (_request, response) => {
            response.setHeader('Content-Type', 'text/javascript')
            response.end(script)
          })
        },
      },
    ],
  })
  await vite.listen()
  browser = await launch()
  tab = await browser.newPage()
  await tab.goto(vite.resolvedUrls?.local[0] ?? '')
  await tab.waitForFunction(() => 'page' in globalThis)
  await tab.evaluate(() => page.ready.then(() => undefined))
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await vite?.close()
})

test('a page gets a complete list through the service worker and a Worker', async () => {
  const keys = await tab.evaluate(async () => {
    const list = (await (await fetch('/k8s/api/v1/pods')).json()) as { items: unknown[] }
    return list.items.length
  })
  expect(keys).toBe(500)
}, 20_000)

test('a watch is live, and an abort in the page ends it in the Worker', async () => {
  await tab.evaluate(() => page.watch())
  await tab.evaluate(() =>
    fetch('/k8s/api/v1/namespaces/default/pods', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        metadata: { name: 'live' },
        spec: { containers: [{ name: 'main', image: 'example/app:1' }] },
      }),
    }).then(() => undefined),
  )
  await vi.waitFor(async () => expect(await tab.evaluate(() => page.texts())).toEqual(['ADDED default/live']))
  expect((await tab.evaluate(() => page.status())).openWatches).toBe(1)
  await tab.evaluate(() => page.abort())
  await vi.waitFor(async () => expect((await tab.evaluate(() => page.status())).openWatches).toBe(0), 5000)
}, 20_000)
