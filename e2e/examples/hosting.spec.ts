import { createFakeApiserver, type FakeApiserver, generatePods } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { expect, type Page, test } from '@playwright/test'
import { type BuiltExample, buildHosting } from './build-hosting.ts'
import { type Site, serveSite } from './serve-site.ts'

/** The examples of docs/hosts.md, built by the tools that they are about and opened as a visitor would. */

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
  if (!example) throw new Error(`there is no example ${name}`)
  site = await serveSite({ folders: example.folders, apiserver: serving.url })
  return site
}

/** How many times all Pods were listed. A list with `limit: 1` only counts them. */
const lists = (): number =>
  server.requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1').length

async function expectRows(page: Page): Promise<void> {
  await expect(page.locator('li')).toHaveCount(ROWS)
  await expect(page.locator('h1')).toContainText(`${PODS} Pods`)
}

/** Reloads until nothing had to be listed: then the disk has it. What is kept is written behind, so there is a pause. */
async function reloadUntilKept(page: Page): Promise<void> {
  const reload = async () => {
    const before = lists()
    await page.reload()
    await expectRows(page)
    return lists() - before
  }
  await expect.poll(reload, { intervals: [1_000, 3_000, 5_000, 10_000], timeout: 60_000 }).toBe(0)
}

/** What a browser lacks where the host is another than the best; `auto` takes the next one. */
const MISSING = {
  shared: [],
  leader: ['SharedWorker'],
  dedicated: ['SharedWorker', 'BroadcastChannel'],
} as const

/** Makes the browser of a page as poor as some are. */
const impoverish = (page: Page, names: readonly string[]): Promise<unknown> =>
  page.addInitScript(names => {
    for (const name of names) Reflect.deleteProperty(globalThis, name)
  }, names)

for (const name of ['Vite', 'webpack', 'plain ESM']) {
  const start = name === 'webpack' ? 'webpack.html' : ''
  for (const host of ['shared', 'leader', 'dedicated'] as const) {
    test(`${name}: rows over the host ${host}, and after a reload those from disk`, async ({ page }) => {
      const site = await open(name)
      await impoverish(page, MISSING[host])
      await page.goto(`${site.url}/${start}`)
      await expectRows(page)
      await expect(page.locator('h1')).toContainText(`complete, ${host}`)
      await reloadUntilKept(page)
      site.holdApiserver()
      await page.reload()
      await expectRows(page)
      // A shared worker may outlive the reload, and then knows more than the disk.
      if (host !== 'shared') await expect(page.locator('h1')).toContainText('cached')
    })
  }

  test(`${name}: two tabs cost one list and one watch`, async ({ context }) => {
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
