import { createFakeApiserver, type FakeApiserver, generatePods } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { expect, type Page, test } from '@playwright/test'
import { type BuiltExample, buildHosting } from './build-hosting.ts'
import { type Site, serveSite } from './serve-site.ts'

/** The examples of docs/hosts.md, each built with its bundler and opened in a browser. */

const PODS = 200
const ROWS = 10

let examples: readonly BuiltExample[]
let server: FakeApiserver
let serving: Serving
let site: Site | undefined

test.beforeAll(async () => {
  test.setTimeout(240_000)
  examples = await buildHosting()
})
test.beforeEach(async () => {
  server = createFakeApiserver({ objects: generatePods({ count: PODS, seed: 1 }) })
  serving = await serve(server)
})
test.afterEach(async () => {
  await site?.close()
  await serving.close()
})

async function open(name: string): Promise<Site> {
  const example = examples.find(each => each.name === name)
  if (!example) throw new Error(`no example ${name}`)
  site = await serveSite({ folders: example.folders, apiserver: serving.url })
  return site
}

/** The number of lists of all Pods. A list with `limit: 1` only counts them. */
const lists = (): number =>
  server.requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1').length

async function expectRows(page: Page): Promise<void> {
  await expect(page.locator('li')).toHaveCount(ROWS)
  await expect(page.locator('h1')).toContainText(`${PODS} Pods`)
}

/** Reloads until the page does not list: the cache is then on disk. Writes are delayed, hence the pause. */
async function reloadUntilKept(page: Page): Promise<void> {
  const reload = async () => {
    const before = lists()
    await page.reload()
    await expectRows(page)
    return lists() - before
  }
  await expect.poll(reload, { intervals: [1_000, 3_000, 5_000, 10_000], timeout: 60_000 }).toBe(0)
}

/** The APIs that are removed so that `auto` chooses each host other than the default. */
const MISSING = {
  shared: [],
  leader: ['SharedWorker'],
  dedicated: ['SharedWorker', 'BroadcastChannel'],
} as const

/** Removes browser APIs from a page. */
const impoverish = (page: Page, names: readonly string[]): Promise<unknown> =>
  page.addInitScript(names => {
    for (const name of names) Reflect.deleteProperty(globalThis, name)
  }, names)

for (const name of ['Vite', 'webpack', 'plain ESM']) {
  const start = name === 'webpack' ? 'webpack.html' : ''
  for (const host of ['shared', 'leader', 'dedicated'] as const) {
    test(`${name}: rows load through the host ${host}, and after a reload from disk`, async ({ page }) => {
      const site = await open(name)
      await impoverish(page, MISSING[host])
      await page.goto(`${site.url}/${start}`)
      await expectRows(page)
      await expect(page.locator('h1')).toContainText(`complete, ${host}`)
      await reloadUntilKept(page)
      site.holdApiserver()
      await page.reload()
      await expectRows(page)
      // A shared worker can survive the reload; its rows are then newer than those on disk.
      if (host !== 'shared') await expect(page.locator('h1')).toContainText('cached')
    })
  }

  test(`${name}: two tabs share one list and one watch`, async ({ context }) => {
    const site = await open(name)
    for (let tab = 0; tab < 2; tab++) {
      const page = await context.newPage()
      await page.goto(`${site.url}/${start}`)
      await expectRows(page)
    }
    expect(lists()).toBe(1)
    expect(server.requests.filter(({ kind }) => kind === 'watch')).toHaveLength(1)
  })
}
