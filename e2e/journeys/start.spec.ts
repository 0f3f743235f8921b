// What `npm start` serves, and what a first visit costs: the browser's cache is empty in each test.
import { gzipSync } from 'node:zlib'
import { startDemo } from '../preview.ts'
import { complaintsOf } from './complaints.ts'
import { type CountedRequest, type CountingProxy, countingProxy } from './counting-proxy.ts'
import { test as base, expect } from './fixtures.ts'

interface Start {
  readonly demo: { readonly url: string }
}

const test = base.extend<{ readonly counter: CountingProxy }, Start>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
    async ({}, use) => {
      const demo = await startDemo(['--churn', '0'])
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker' },
  ],
  counter: async ({ demo }, use) => {
    const proxy = await countingProxy(demo.url)
    await use(proxy)
    await proxy.close()
  },
  baseURL: async ({ counter }, use) => use(counter.url),
})

const isApi = ({ path }: CountedRequest): boolean => path.startsWith('/fake/')
const bytesOf = (requests: readonly CountedRequest[]): number =>
  requests.reduce((sum, { bytes }) => sum + bytes, 0)

const isScript = ({ path }: CountedRequest): boolean => /^\/assets\/.*\.js$/.test(path)

test('eight kB of script show the first rows, and 190 kB more start the console', { tag: '@smoke' }, async ({
  page,
  app,
  counter,
}) => {
  await page.goto('/')
  await app.syncedAtLeast(10_000)
  const first = (await page.locator('script[type=module]').allTextContents()).join('')
  expect(gzipSync(first).byteLength).toBeLessThan(8_500)
  const ofConsole = counter.requests.filter(isScript).filter(({ path }) => path.includes('/console-'))
  expect(bytesOf(ofConsole)).toBeLessThan(190_000)
  expect(ofConsole).toHaveLength(2)
})

declare global {
  /** The fewest rows that a frame showed since the first frame with rows; see countRowsOfFrames. */
  var leastRows: number | undefined
}

/** Runs in the page before its scripts: counts the rows of each frame, of which no two may be at one place. */
function countRowsOfFrames(): void {
  const rows = '[data-testid=first-row], [data-testid=row][data-key]'
  const count = (): void => {
    const visible = [...document.querySelectorAll(rows)].filter(row =>
      row.checkVisibility({ visibilityProperty: true }),
    )
    const places = new Set(visible.map(row => row.getBoundingClientRect().top))
    if (globalThis.leastRows !== undefined || places.size > 0)
      globalThis.leastRows = Math.min(globalThis.leastRows ?? Infinity, places.size)
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

test('no frame lacks rows after the first rows, and none after a reload', { tag: '@smoke' }, async ({
  page,
  app,
}) => {
  const complaints = complaintsOf(page)
  await page.addInitScript(countRowsOfFrames)
  await page.goto('/')
  await app.syncedAtLeast(10_000)
  expect(await page.evaluate(() => globalThis.leastRows)).toBeGreaterThan(20)
  await page.reload()
  await app.syncedAtLeast(10_000)
  expect(await page.evaluate(() => globalThis.leastRows)).toBeGreaterThan(20)
  expect(complaints).toEqual([])
})

/** A page of one object, which says how many remain: the sidebar counts a kind in this way. */
const isCount = ({ path }: CountedRequest): boolean => path.includes('?limit=1&') && !path.includes('/pods?')

/** The kinds on screen in the sidebar without a count, and those with one. Runs in the page. */
function countedOnScreen(sidebar: Element): Promise<{ readonly counted: number; readonly missing: number }> {
  return new Promise(resolve => {
    const observer = new IntersectionObserver(entries => {
      const kinds = entries.filter(({ isIntersecting }) => isIntersecting)
      const counted = kinds.filter(({ target }) => target.querySelector('data')).length
      observer.disconnect()
      resolve({ counted, missing: kinds.length - counted })
    })
    for (const kind of sidebar.querySelectorAll('.sidebar-kind')) observer.observe(kind)
  })
}

test('a first visit takes ten requests for 458 kB, fourteen of the API, and one for each count on screen', async ({
  page,
  app,
  counter,
}) => {
  const complaints = complaintsOf(page)
  await page.goto('/')
  await app.syncedAtLeast(10_000)
  await app.choose('default')
  await app.hasRows(200)
  await expect.poll(() => app.sidebar.evaluate(countedOnScreen)).toMatchObject({ missing: 0 })

  const site = counter.requests.filter(request => !isApi(request))
  // Two are what reads protobuf: the page and its worker have no chunk in common.
  expect(site).toHaveLength(10)
  expect(bytesOf(site)).toBeLessThan(459_000)
  const api = counter.requests.filter(isApi)
  // The informer of Pods counts these.
  const { counted } = await app.sidebar.evaluate(countedOnScreen)
  expect(api.filter(isCount)).toHaveLength(counted - 1)
  // Two of discovery. A list and a watch of Pods, Namespaces, CustomResourceDefinitions and APIServices. Of Pods, also
  // those of the first frame, those of the first page, and one with the number of all. The version of the server.
  expect(api.filter(request => !isCount(request))).toHaveLength(14)
  expect(bytesOf(api)).toBeLessThan(47_900_000)
  expect(complaints).toEqual([])
})

/** Runs in a worker. Without permission the scanner in TypeScript is used, and nothing is reported. */
const compilesWebAssembly = (): boolean =>
  new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof WebAssembly.Module

for (const path of ['/', '/?host=dedicated', '/?mock&churn=0&pods=1000', '/minimal.html'])
  test(`${path} works under a strict Content-Security-Policy`, async ({ page, app }) => {
    const complaints = complaintsOf(page)
    const response = await page.goto(path)
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
    if (path === '/minimal.html') await expect(page.locator('li')).toHaveCount(200)
    else await app.syncedAtLeast(path.includes('mock') ? 1_000 : 10_000)
    for (const worker of page.workers()) expect(await worker.evaluate(compilesWebAssembly)).toBe(true)
    expect(complaints).toEqual([])
  })

declare global {
  /** The number of Pods that the mock had generated when the first row appeared. */
  var builtAtFirstRow: Promise<number>
}

/** Runs in the page before its scripts. */
function countAtFirstRow(): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('[data-testid=row]')) return
    seen.disconnect()
    globalThis.builtAtFirstRow = fetch('/mock-apiserver/_fake/built').then(answer => answer.json())
  })
  seen.observe(document, { subtree: true, childList: true })
}

test('with ?mock the first row does not wait for all Pods', async ({ page, app }) => {
  await page.addInitScript(countAtFirstRow)
  await page.goto('/?mock&churn=0')
  await app.syncedAtLeast(10_000)
  const built = await page.evaluate(() => globalThis.builtAtFirstRow)
  expect(built).toBeGreaterThanOrEqual(100)
  expect(built).toBeLessThan(10_000)
})

// One is the service worker of the mock, which imports that of msw. 153 kB are msw, and 160 kB the fake apiserver, whose controllers use
// core's work queue.
test('with ?mock a first visit takes twelve requests and 749 kB', { tag: '@smoke' }, async ({
  page,
  app,
  counter,
}) => {
  await page.goto('/?mock&churn=0&pods=1000')
  await app.syncedAtLeast(1_000)
  await expect.poll(() => counter.requests.length).toBeGreaterThanOrEqual(12)
  await expect.poll(() => app.sidebar.evaluate(countedOnScreen)).toMatchObject({ missing: 0 })
  expect(counter.requests.filter(isApi)).toEqual([])
  expect(counter.requests).toHaveLength(12)
  expect(bytesOf(counter.requests)).toBeLessThan(749_000)
})
