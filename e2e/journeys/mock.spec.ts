// The demo with `?mock`: the page runs its own apiserver, and msw's service worker intercepts the requests.
import { TABLES } from './console.ts'
import { expect, keyOf, test } from './fixtures.ts'
import { generatedPods } from './generated-pods.ts'

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
  app,
  picture,
}) => {
  await page.addInitScript(recordProgress)
  await page.goto('/?mock')
  await expect(app.rows.first()).toBeVisible({ timeout: 60_000 })
  // A rollout briefly adds a Pod.
  await expect(app.objects).toHaveText(/^10,0\d\d$/)
  await expect(app.link).toHaveAttribute('data-link', 'live')
  await expect(page.getByTestId('progress')).toBeHidden()

  const progress = await page.evaluate(() => globalThis.seenProgress)
  expect(progress.length, 'steps of the progress bar').toBeGreaterThan(2)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))

  await expect
    .poll(async () => Number(await page.getByTestId('status-events').textContent()))
    .toBeGreaterThan(50)
  const before = await app.text()
  await expect.poll(() => app.text()).not.toBe(before)
  await picture('mock')
})

test('selecting a namespace shows its Pods', async ({ page, app }) => {
  const all = generatedPods(10_000)
  const byNamespace = Map.groupBy(all, pod => pod.metadata.namespace ?? '')
  await page.goto('/?churn=0')
  await app.syncedAtLeast(all.length)
  await app.filter.fill('-namespace:shop')
  await app.hasRows(all.length)
  await app.filter.fill('')

  const namespaces = [...byNamespace.keys()].toSorted()
  for (const namespace of [namespaces[0], 'default', namespaces.at(-1)].filter(name => name !== undefined)) {
    await app.showsOnly(namespace, new Set(byNamespace.get(namespace)?.map(keyOf)))
  }

  await app.open(TABLES.pods, { churn: '0', namespace: 'kube-public' }, 'mock')
  await app.hasRows(0)
  await expect(page.getByText('No Pods in kube-public')).toBeVisible()
})

test('the search filters the table', { tag: '@smoke' }, async ({ page, app }) => {
  const all = generatedPods(1_000)
  const wanted = all[500]?.metadata.name ?? ''
  await page.goto('/?churn=0&pods=1000')
  await app.syncedAtLeast(all.length)
  await app.filter.fill(wanted)
  await app.hasRows(1)
  expect(await app.keys()).toEqual([all[500] && keyOf(all[500])])
})

test('a Pod that the user deletes disappears from the table', async ({ page, app }) => {
  await page.goto('/?churn=0&pods=1000&namespace=default')
  await app.syncedAtLeast(20)
  const [key = ''] = await app.keys()
  await app.delete(key)
  await expect(app.row(key)).toHaveCount(0)
})
