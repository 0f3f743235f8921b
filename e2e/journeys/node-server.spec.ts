// What a mock in the page cannot cover: reloads, two tabs, offline, and requests on the network. The fake apiserver
// runs in this process, and is reached over HTTP through the demo's proxy.
import { type FakeApiserver, type Pod, pods } from '@kube-informer/testing'
import { Console, TABLES } from './console.ts'
import { expect, keyOf, test } from './fixtures.ts'

const DEFAULT = { namespace: 'default' }

const listsOf = ({ requests }: FakeApiserver): number =>
  requests.filter(({ kind, resource }) => kind === 'list' && resource === 'pods').length
const watchesOf = ({ requests }: FakeApiserver, of = 'pods'): number =>
  requests.filter(({ kind, resource }) => kind === 'watch' && resource === of).length

/** Those of the sidebar and of discovery, none of which has ended. */
const otherWatches = ({ requests }: FakeApiserver): number =>
  requests.filter(({ kind, resource }) => kind === 'watch' && resource !== 'pods').length

/** The Pods of a namespace in the table's order. */
const inNamespace = (all: readonly Pod[], namespace: string): readonly Pod[] =>
  all
    .filter(pod => pod.metadata.namespace === namespace)
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))

const withNode = (pod: Pod, nodeName: string): Pod => ({
  ...pod,
  spec: { containers: [], ...pod.spec, nodeName },
})

test('a Pod that changes on the server changes on screen, and a deleted one disappears', {
  tag: '@smoke',
}, async ({ app, startCluster, picture }) => {
  const { server, pods: all } = await startCluster({ pods: 2_000 })
  await app.open(TABLES.pods, DEFAULT)
  await app.synced(inNamespace(all, 'default').length)
  const [first, second] = inNamespace(all, 'default')
  if (!first || !second) throw new Error('the generator left the namespace empty')

  server.update(withNode(first, 'node-from-the-test'))
  await expect(app.row(keyOf(first))).toContainText('node-from-the-test')

  server.delete(second)
  await expect(app.row(keyOf(second))).toHaveCount(0)
  await app.synced(inNamespace(all, 'default').length - 1)
  await picture('node-server')
})

declare global {
  /** Rows that were removed from the table; see watchForVanishing. */
  var vanished: string[]
  /** The minimum number of rows in the table. */
  var fewestRows: number
}

/** Runs in the page: records every row that is removed, even briefly. */
function watchForVanishing(): void {
  const count = () => document.querySelectorAll('[data-testid=row]').length
  globalThis.vanished = []
  globalThis.fewestRows = count()
  new MutationObserver(records => {
    globalThis.fewestRows = Math.min(globalThis.fewestRows, count())
    for (const node of records.flatMap(({ removedNodes }) => [...removedNodes])) {
      if (!(node instanceof Element)) continue
      for (const row of [node, ...node.querySelectorAll('[data-key]')]) {
        const key = row.getAttribute('data-key')
        if (key) globalThis.vanished.push(key)
      }
    }
  }).observe(document.body, { subtree: true, childList: true })
}

test('after a 410 the informer relists, and no row disappears meanwhile', async ({
  page,
  app,
  startCluster,
}) => {
  const { server, pods: all } = await startCluster({ pods: 5_000 })
  await app.open(TABLES.pods)
  await app.synced(5_000)
  const lists = listsOf(server)
  const before = await app.keys()
  const first = all.find(pod => keyOf(pod) === before[0])
  if (!first) throw new Error('the table shows a Pod that the server does not have')
  await page.evaluate(watchForVanishing)

  server.relist()
  await expect.poll(() => listsOf(server)).toBeGreaterThan(lists)
  // Written after the relist began, so it appears only after the relist.
  server.update(withNode(first, 'node-after-the-relist'))
  await expect(app.row(keyOf(first))).toContainText('node-after-the-relist')
  await expect(page.getByTestId('status-restarts')).toHaveText(/^1 \//)

  expect(await page.evaluate(() => globalThis.vanished)).toEqual([])
  expect(await page.evaluate(() => globalThis.fewestRows)).toBe(before.length)
  await app.synced(5_000)
})

test('a watch that ends resumes without a list', async ({ app, startCluster }) => {
  const { server, pods: all } = await startCluster({ pods: 2_000 })
  await app.open(TABLES.pods, DEFAULT)
  await app.synced(inNamespace(all, 'default').length)
  const [first] = inNamespace(all, 'default')
  if (!first) throw new Error('the generator left the namespace empty')
  // A watch that ends within a second without an event is followed by a list.
  server.update(withNode(first, 'node-of-the-first-watch'))
  await expect(app.row(keyOf(first))).toContainText('node-of-the-first-watch')
  const lists = listsOf(server)
  const watches = watchesOf(server)
  const openWatches = server.openWatches - otherWatches(server)

  server.dropWatches()
  // No watch is open now: only a resume from the last resourceVersion delivers this event.
  server.update(withNode(first, 'node-in-the-gap'))
  await expect(app.row(keyOf(first))).toContainText('node-in-the-gap')

  expect(watchesOf(server)).toBe(watches + openWatches)
  expect(listsOf(server)).toBe(lists)
})

test('a reload shows the same rows', async ({ page, app, startCluster }) => {
  const { pods: all } = await startCluster({ pods: 2_000 })
  const expected = inNamespace(all, 'default')
  await app.open(TABLES.pods, DEFAULT)
  await app.synced(inNamespace(all, 'default').length)
  const before = await app.keys()
  await page.reload()
  await app.synced(inNamespace(all, 'default').length)
  await app.hasRows(expected.length)
  expect((await app.keys()).toSorted()).toEqual(before.toSorted())
})

test('two tabs show the same rows, and a write in one appears in the other', async ({
  context,
  startCluster,
}) => {
  await startCluster({ pods: 500 })
  const [left, right] = [new Console(await context.newPage()), new Console(await context.newPage())]
  for (const tab of [left, right]) {
    await tab.open(TABLES.pods)
    await tab.synced(500)
  }
  const [key = ''] = await left.keys()
  await left.delete(key)
  await expect(right.row(key)).toHaveCount(0)
  await right.synced(499)
})

test('the page shows that it is offline, and receives the missed changes afterwards', async ({
  context,
  app,
  startCluster,
}) => {
  const { server, pods: all } = await startCluster({ pods: 500 })
  // Playwright takes a page and its own workers offline, but not a SharedWorker.
  await app.open(TABLES.pods, { ...DEFAULT, host: 'dedicated' })
  await app.synced(inNamespace(all, 'default').length)
  await context.setOffline(true)
  server.dropWatches()
  await expect(app.link).toHaveAttribute('data-link', 'retrying')
  const [first] = inNamespace(all, 'default')
  if (!first) throw new Error('the generator left the namespace empty')
  server.update(withNode(first, 'node-while-offline'))
  await expect(app.row(keyOf(first))).toBeVisible()

  await context.setOffline(false)
  await expect(app.row(keyOf(first))).toContainText('node-while-offline')
  await expect(app.link).toHaveAttribute('data-link', 'live')
})

test("the minimal page shows useByIndex('namespace', 'default')", async ({ page, startCluster }) => {
  const { server, pods: all } = await startCluster({ pods: 2_000 })
  const expected = inNamespace(all, 'default').map(pod => pod.metadata.name)
  await page.goto('/minimal.html?server=/fake')
  await expect(page.locator('li')).toHaveCount(expected.length)
  expect((await page.locator('li').allInnerTexts()).toSorted()).toEqual(expected)

  const [first] = server.list(pods).filter(pod => pod.metadata.namespace === 'default')
  if (!first) throw new Error('the generator left the namespace empty')
  server.delete(first)
  await expect(page.locator('li')).toHaveCount(expected.length - 1)
})
