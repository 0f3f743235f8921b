// The demo with `?mock`: the page runs its own apiserver, and msw's service worker intercepts the requests.
import { generatePods } from '@kube-informer/testing'
import { expect, keyOf, test } from './fixtures.ts'

declare global {
  /** The values of the progress bar so far; see recordProgress. */
  var seenProgress: number[]
}

/** Runs in the page before its scripts. */
function recordProgress(): void {
  globalThis.seenProgress = []
  new MutationObserver(() => {
    const now = Number(document.querySelector('[data-testid=progress]')?.getAttribute('aria-valuenow'))
    if (now > 0 && now !== globalThis.seenProgress.at(-1)) globalThis.seenProgress.push(now)
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-valuenow'],
  })
}

test('ten thousand Pods load with a progress bar, and then change', { tag: '@serial' }, async ({
  page,
  dashboard,
  picture,
}) => {
  await page.addInitScript(recordProgress)
  await page.goto('/?mock')
  await expect(dashboard.rows.first()).toBeVisible({ timeout: 60_000 })
  // A rollout briefly adds a Pod.
  await expect(dashboard.objects).toHaveText(/^10,0\d\d$/)
  await expect(dashboard.link).toHaveAttribute('data-link', 'live')
  await expect(page.getByTestId('progress')).toBeHidden()

  const progress = await page.evaluate(() => globalThis.seenProgress)
  expect(progress.length, 'steps of the progress bar').toBeGreaterThan(2)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))

  await expect
    .poll(async () => Number(await page.getByTestId('status-events').textContent()))
    .toBeGreaterThan(50)
  const before = await dashboard.text()
  await expect.poll(() => dashboard.text()).not.toBe(before)
  await picture('mock')
})

test('selecting a namespace shows its Pods', async ({ page, dashboard }) => {
  const all = generatePods({ count: 10_000, seed: 1 })
  const byNamespace = Map.groupBy(all, pod => pod.metadata.namespace ?? '')
  await page.goto('/?churn=0')
  await dashboard.synced(all.length)
  await dashboard.hasRows(all.length)

  const namespaces = [...byNamespace.keys()].toSorted()
  for (const namespace of [namespaces[0], 'default', namespaces.at(-1)].filter(name => name !== undefined)) {
    const expected = new Set(byNamespace.get(namespace)?.map(keyOf))
    await dashboard.choose(namespace)
    await dashboard.hasRows(expected.size)
    const shown = await dashboard.keys()
    expect(shown.length).toBeGreaterThan(Math.min(10, expected.size - 1))
    expect(shown.filter(key => !expected.has(key))).toEqual([])
  }

  await expect(dashboard.namespace('kube-public').locator('data')).toHaveText('0')
  await dashboard.choose('kube-public')
  await dashboard.hasRows(0)
  await expect(page.getByText('This namespace is empty.')).toBeVisible()
})

test('the search filters the table', { tag: '@smoke' }, async ({ page, dashboard }) => {
  const all = generatePods({ count: 1_000, seed: 1 })
  const wanted = all[500]?.metadata.name ?? ''
  await page.goto('/?churn=0&pods=1000')
  await dashboard.synced(all.length)
  await dashboard.search.fill(wanted)
  await dashboard.hasRows(1)
  expect(await dashboard.keys()).toEqual([all[500] && keyOf(all[500])])
})

test('a Pod that the user deletes disappears from the table', async ({ page, dashboard }) => {
  await page.goto('/?churn=0&pods=1000&namespace=default')
  await dashboard.synced(1000)
  const [key = ''] = await dashboard.keys()
  await dashboard.row(key).click()
  await expect(page.getByTestId('yaml')).toContainText('kind: Pod')
  await page.getByTestId('delete').click()
  await page.getByTestId('confirm-delete').click()
  await expect(dashboard.row(key)).toHaveCount(0)
  await dashboard.synced(999)
})
