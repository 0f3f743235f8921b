import type { Page } from '@playwright/test'
import { wholeStates } from '../hosts/requests.ts'
import { Console } from './console.ts'
import { expect, test } from './fault-fixtures.ts'
import { FaultPanel } from './fault-panel.ts'

const PODS = 1_000
/** More than the Pods that the controllers and the churn replace at the same time. */
const REPLACED = 25

const WITHOUT_RELIST = ['drop-watches', 'slow', 'truncated', 'too-many-requests', 'offline'] as const
/** Those that last until they are ended. */
const LASTING: readonly string[] = ['slow', 'truncated', 'too-many-requests', 'offline']

test('an expired watch is listed again, and no row disappears', { tag: '@smoke' }, async ({
  startControlled,
  app,
  faults,
}) => {
  await startControlled({ pods: PODS, churn: 100 })
  await app.open('core/v1/pods', { panel: 'faults' })
  await faults.receivesEvents()
  const leastRows = await faults.watchRows()
  const rows = await leastRows()
  await faults.strike('expired')
  await expect.poll(() => faults.count('relists')).toBeGreaterThan(0)
  await faults.receivesEvents()
  await expect(faults.counter('rows-lost')).toHaveText('0')
  expect(await leastRows()).toBeGreaterThan(rows - REPLACED)
})

for (const fault of WITHOUT_RELIST)
  test(`a fault needs no further list, and loses no row: ${fault}`, async ({
    startControlled,
    app,
    faults,
  }) => {
    const { server } = await startControlled({ pods: PODS, churn: 100 })
    await app.open('core/v1/pods', { panel: 'faults' })
    await faults.receivesEvents()
    const leastRows = await faults.watchRows()
    const rows = await leastRows()
    const lists = wholeStates(server)
    await faults.strike(fault)
    if (LASTING.includes(fault)) await faults.endAll()
    await expect.poll(() => faults.count('restarts')).toBeGreaterThan(0)
    await faults.receivesEvents()
    await expect(faults.counter('relists')).toHaveText('0')
    expect(wholeStates(server)).toBe(lists)
    await expect(faults.counter('rows-lost')).toHaveText('0')
    expect(await leastRows()).toBeGreaterThan(rows - REPLACED)
  })

test('no row disappears when the server restarts', async ({ startControlled, app, faults }) => {
  await startControlled({ pods: PODS, churn: 100 })
  await app.open('core/v1/pods', { panel: 'faults' })
  await faults.receivesEvents()
  const leastRows = await faults.watchRows()
  const rows = await leastRows()
  await faults.strike('restart')
  // A watch that asks for what the new watch cache does not have lists again. One that was up to date resumes.
  await expect
    .poll(async () => (await faults.count('relists')) + (await faults.count('restarts')))
    .toBeGreaterThan(0)
  await faults.receivesEvents()
  await expect(faults.counter('rows-lost')).toHaveText('0')
  expect(await leastRows()).toBeGreaterThan(rows - REPLACED)
})

test('the sliders change the size of the cluster and its churn', async ({ startControlled, app, faults }) => {
  const { churn, resizer } = await startControlled({ pods: PODS, churn: 100 })
  await app.open('core/v1/pods', { panel: 'faults' })
  await faults.receivesEvents()
  await faults.slider('Pods').press('ArrowRight')
  await expect(faults.counter('server-pods')).toHaveText('2,000')
  await expect.poll(() => faults.count('page-pods')).toBeGreaterThan(2_000 - REPLACED)
  await faults.slider('Changes per second').press('ArrowRight')
  await expect.poll(() => churn.perSecond).toBe(200)
  await faults.slider('Pods').press('ArrowLeft')
  await expect.poll(() => resizer.count).toBe(PODS)
  await expect.poll(() => faults.count('page-pods')).toBeLessThan(PODS + 100)
  await expect(faults.counter('rows-lost')).toHaveText('0')
})

/** Makes the page's thread as many times slower, and not its workers. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate })
}

for (const host of ['shared', 'leader', 'dedicated'])
  test(`a worker that ends is replaced, and its rows stay: ${host}`, async ({
    startControlled,
    app,
    faults,
  }) => {
    await startControlled({ pods: PODS, churn: 100 })
    await app.open('core/v1/pods', { panel: 'faults', host })
    await faults.receivesEvents()
    await expect(faults.host).toHaveAttribute('data-host', host)
    const leastRows = await faults.watchRows()
    const rows = await leastRows()
    await faults.strike('kill-worker')
    await expect(faults.host).toHaveAttribute('data-restarts', /^[1-9]/)
    await faults.receivesEvents()
    await expect(faults.counter('rows-lost')).toHaveText('0')
    expect(await leastRows()).toBeGreaterThan(rows - REPLACED)
  })

test('tabs whose leader freezes get another one, and keep their rows', async ({
  startControlled,
  app,
  faults,
  context,
}) => {
  await startControlled({ pods: PODS, churn: 100 })
  await app.open('core/v1/pods', { panel: 'faults', host: 'leader' })
  await faults.receivesEvents()
  const follower = new FaultPanel(await context.newPage())
  await new Console(follower.page).open('core/v1/pods', { panel: 'faults', host: 'leader' })
  await follower.receivesEvents()
  const leastRows = await follower.watchRows()
  const rows = await leastRows()
  await follower.strike('freeze-worker')
  await expect(follower.host).toHaveAttribute('data-restarts', /^[1-9]/, { timeout: 60_000 })
  await follower.receivesEvents()
  await expect(follower.counter('rows-lost')).toHaveText('0')
  expect(await leastRows()).toBeGreaterThan(rows - REPLACED)
})

test('each way of the comparison shows the same rows', async ({ startControlled, app, faults }) => {
  await startControlled({ pods: PODS, churn: 0 })
  await app.open('core/v1/pods', { panel: 'compare' })
  await expect(faults.compared).toHaveCount(12)
  await expect(faults.compared.first()).toBeInViewport()
  const rows = await faults.compared.allInnerTexts()
  for (const way of ['polling every 5 s', 'watch with setState', 'polling every 5 s']) {
    await faults.feedBy(way)
    await expect(faults.compared).toHaveText(rows.map(row => row.replaceAll('\t', '')))
    await expect(faults.meter).toHaveCount(1)
  }
})

// A fast machine sorts 2,000 Pods 200 times a second without dropping a frame. On a slow one the page shows none while
// events arrive, so their number is limited, and not that of the frames.
test('a naive watch drops frames during 1,000 changes', { tag: '@serial' }, async ({
  startControlled,
  app,
  faults,
  page,
}) => {
  const { churn, server } = await startControlled({ pods: 2_000, churn: 200 })
  await app.open('core/v1/pods', { panel: 'compare' })
  await faults.receivesEvents()
  const droppedBy = async (way: string): Promise<number> => {
    churn.stop()
    await faults.feedBy(way)
    await faults.hasCaughtUp(server)
    const before = churn.events
    churn.start()
    await expect.poll(() => churn.events).toBeGreaterThan(before + 1_000)
    churn.stop()
    await faults.hasCaughtUp(server)
    return faults.droppedFrames()
  }
  await slowDown(page, 4)
  await faults.feedBy('not running')
  const informer = await droppedBy('informer in a worker')
  const naive = await droppedBy('watch with setState')
  expect(naive).toBeGreaterThan(informer + 50)
})

test('a developer sees the namespaces of a Role', async ({ startControlled, app, page }) => {
  await startControlled({ pods: PODS, churn: 0 })
  await app.open('core/v1/pods')
  await expect(app.rows.first()).toBeVisible()
  await page.getByRole('button', { name: 'View as: admin' }).click()
  await page.getByRole('menuitemradio', { name: 'developer' }).click()
  await expect(page).toHaveURL(/as=developer/)
  const namespaces = async (): Promise<readonly string[]> =>
    [...new Set((await app.keys()).map(key => key.split('/')[0] ?? ''))].toSorted()
  await expect.poll(namespaces).toEqual(['checkout-canary', 'checkout-staging'])
})

test('a viewer cannot delete, and reads why', async ({ startControlled, app }) => {
  await startControlled({ pods: PODS, churn: 0 })
  await app.open('core/v1/pods', { as: 'viewer' })
  await app.rows.first().getByRole('checkbox').click()
  const remove = app.bulkBar.getByRole('button', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAttribute('title', /delete/)
})
