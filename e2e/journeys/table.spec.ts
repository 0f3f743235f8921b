// The table of any kind: order, filter, sections, columns, selection, counts by status, keys, and cells that change.
import { TABLES } from './console.ts'
import { expect, keyOf, test } from './fixtures.ts'

test('rows are sorted by two columns', async ({ page, app, startCluster }) => {
  const { pods: all } = await startCluster({ pods: 300 })
  await app.open(TABLES.pods)
  await app.synced(300)
  await page.getByTestId('sort-namespace').click()
  await page.getByTestId('sort-name').click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/sort=namespace(,|%2C)name/)
  await app.hasRows(300)
  const expected = all
    .map(keyOf)
    .toSorted((a, b) => a.replace('/', ' ').localeCompare(b.replace('/', ' '), 'en', { numeric: true }))
  const [head] = await app.orderedKeys()
  expect(head).toBe(expected[0])
  const shown = (await app.orderedKeys()).map(key => key.split('/')[0])
  expect(shown).toEqual(shown.toSorted())
})

test('a filter expression is completed while it is typed', async ({ page, app, startCluster }) => {
  const { pods: all } = await startCluster({ pods: 300 })
  await app.open(TABLES.pods)
  await app.synced(300)
  await page.keyboard.press('/')
  await expect(app.filter).toBeFocused()
  await page.keyboard.type('namesp')
  await page.getByRole('option', { name: /^namespace:/ }).click()
  await expect(app.filter).toHaveValue('namespace:')
  await page.keyboard.type('defau')
  await page.getByRole('option', { name: /^default/ }).click()
  await expect(app.filter).toHaveValue(/^namespace:default/)
  await app.hasRows(all.filter(({ metadata }) => metadata.namespace === 'default').length)
  await app.filter.fill('namespace:"')
  await expect(page.getByText('The quotes have no end')).toBeVisible()
})

test('rows are grouped, and a section closes', async ({ page, app, startCluster }) => {
  const { pods: all } = await startCluster({ pods: 300 })
  const namespaces = Map.groupBy(all, pod => pod.metadata.namespace)
  await app.open(TABLES.pods)
  await app.synced(300)
  await page.getByRole('combobox', { name: 'Group rows' }).click()
  await page.getByRole('option', { name: 'By namespace' }).click()
  await app.hasRows(300 + namespaces.size)
  const first = app.table.locator('[data-section]').first()
  const size = namespaces.get((await first.getAttribute('data-section')) ?? '')?.length ?? 0
  await first.click()
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await app.hasRows(300 + namespaces.size - size)
})

test('columns are chosen, and stay in the URL', async ({ page, app, startCluster }) => {
  await startCluster({ pods: 50 })
  await app.open(TABLES.pods)
  await app.synced(50)
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: 'IP' }).click()
  await expect(app.table.getByRole('columnheader', { name: 'IP' })).toBeVisible()
  await chooser.getByRole('checkbox', { name: 'Restarts' }).click()
  await page.keyboard.press('Escape')
  await expect(app.table.getByRole('columnheader', { name: 'Restarts' })).toHaveCount(0)
  await page.reload()
  await app.synced(50)
  await expect(app.table.getByRole('columnheader', { name: 'IP' })).toBeVisible()
  await expect(app.table.getByRole('columnheader', { name: 'Restarts' })).toHaveCount(0)
})

test('several rows are selected, deleted, and created again by Undo', async ({
  page,
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 100 })
  await app.open('core/v1/configmaps')
  await expect(app.rows.first()).toBeVisible()
  const [first = '', , third = ''] = await app.orderedKeys()
  await app.row(first).getByRole('checkbox').click()
  await app
    .row(third)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(app.bulkBar).toContainText('3 ConfigMaps selected')
  await app.bulkBar.getByRole('button', { name: 'Delete' }).click()
  await expect(app.dialog).toContainText('kubectl delete')
  await app.dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(app.row(first)).toHaveCount(0)
  await expect(app.row(third)).toHaveCount(0)
  await app.toast.getByRole('button', { name: 'Details' }).click()
  await app.dialog.getByRole('button', { name: 'Undo on 3' }).click()
  await expect(app.row(first)).toBeVisible()
  await expect(app.row(third)).toBeVisible()
  await expect(page.getByTestId('error')).toHaveCount(0)
})

test('a status shows only its objects, and the counts stay', { tag: '@smoke' }, async ({
  page,
  app,
  startCluster,
}) => {
  const { pods: all } = await startCluster({ pods: 1_000 })
  await app.open(TABLES.pods)
  await app.synced(1_000)
  const facets = page.getByRole('group', { name: 'Status' }).getByRole('button')
  const read = (): Promise<number[]> =>
    facets.locator('data').evaluateAll(texts => texts.map(text => Number(text.getAttribute('value'))))
  await expect.poll(async () => (await read()).reduce((sum, count) => sum + count, 0)).toBe(all.length)
  const counts = await read()
  const rarest = facets.last()
  await rarest.click()
  await expect(rarest).toHaveAttribute('aria-pressed', 'true')
  await app.hasRows(counts.at(-1) ?? 0)
  const name = (await rarest.getAttribute('data-facet')) ?? ''
  for (const cell of await app.cells('status').allTextContents()) expect(cell).toBe(name)
  await expect(facets).toHaveCount(counts.length)
  await page.goBack()
  await app.hasRows(1_000)
})

test('the keys of the grid move, select, open and leave', async ({ page, app, startCluster }) => {
  await startCluster({ pods: 300 })
  await app.open(TABLES.pods)
  await app.synced(300)
  const [first = '', second = ''] = await app.orderedKeys()
  await app.table.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(app.row(first)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(app.row(second)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(app.bulkBar).toBeHidden()
  await page.keyboard.press('ControlOrMeta+A')
  await expect(app.bulkBar).toContainText('300 Pods selected')
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await expect(app.table.locator('.row.active')).toHaveAttribute('aria-rowindex', '301')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/pods/${first}`))
  await page.goBack()
  await app.hasRows(300)
})

test('a cell that changes is highlighted, and no other one', async ({ app, startCluster }) => {
  const { server, pods: all } = await startCluster({ pods: 100 })
  await app.open(TABLES.pods, { namespace: 'default' })
  await expect(app.rows.first()).toBeVisible()
  const [key = ''] = await app.keys()
  const pod = all.find(each => keyOf(each) === key)
  if (!pod) throw new Error('the table shows a Pod that the server does not have')
  server.update({ ...pod, status: { ...pod.status, phase: 'Failed', reason: 'Evicted' } })
  await expect(app.row(key).locator('.column-status')).toHaveText('Evicted')
  await expect(app.row(key).locator('.column-status .flash')).toHaveCount(1)
  expect(await app.rows.locator('.column-status .flash').count()).toBe(1)
})
