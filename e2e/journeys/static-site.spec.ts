// `npm run build:static --workspace demo`: the console without a server, from a plain file server and in a folder of its origin.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { buildStaticSite } from '../preview.ts'

const FOLDER = '/some/folder/'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Serves the files of a folder below a path, and nothing else. */
async function serveFiles(folder: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname === FOLDER ? 'index.html' : pathname.slice(FOLDER.length)
    const file = pathname.startsWith(FOLDER) && (await readFile(join(folder, name)).catch(() => undefined))
    if (!file) response.writeHead(404).end('not found')
    else response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain').end(file)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

const test = base.extend<{ readonly site: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
  site: async ({}, use, testInfo) => {
    const folder = testInfo.outputPath('site')
    buildStaticSite(folder)
    const server = await serveFiles(folder)
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}${FOLDER}`)
    server.closeAllConnections()
    server.close()
  },
})

test('runs in a folder of any file server, with routes in the hash and users', async ({ page, site }) => {
  const outside: string[] = []
  page.on('request', request => {
    if (/^http/.test(request.url()) && !request.url().startsWith(site)) outside.push(request.url())
  })
  const pods = page.locator('a[href*="/core/v1/pods/"]')

  await page.goto(`${site}?pods=500&churn=0`)
  await expect(page).toHaveURL(/#\/c\/mock\/core\/v1\/pods/)
  await expect(pods.first()).toBeVisible()
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  )
  expect(scopes).toEqual([site])

  await page.goto(`${site}?pods=500&churn=0#/c/mock/core/v1/pods?as=developer`)
  await page.reload()
  await expect(pods.first()).toBeVisible()
  const links = await pods.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
  for (const link of links) expect(link).toMatch(/\/pods\/checkout-(staging|canary)\//)
  expect(outside).toEqual([])
})
