// The command palette: it goes anywhere and does anything by typing.
import { TABLES } from './console.ts'
import { expect, test } from './fixtures.ts'

test('the palette opens a kind by its short name, and an object by a part of its name', {
  tag: '@smoke',
}, async ({ page, app, startWholeCluster }) => {
  await startWholeCluster({ pods: 100 })
  await app.open(TABLES.pods, { namespace: 'default' })
  await expect(app.rows.first()).toBeVisible()

  await app.search(':deploy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/apps\/v1\/deployments/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Deployments/)
  await expect(app.palette).toBeHidden()

  await app.search('deploy shop/recom')
  await expect(app.palette.getByRole('option', { name: 'recommendations' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/deployments\/shop\/recommendations/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('recommendations')
})

test('the palette chooses a namespace, acts on the shown object, and changes the user', async ({
  page,
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 100 })
  await app.open(TABLES.pods)
  await expect(app.rows.first()).toBeVisible()

  await app.search('shop')
  await app.palette.getByRole('group', { name: 'Namespaces' }).getByRole('option', { name: 'shop' }).click()
  await expect(page).toHaveURL(/namespace=shop/)
  await expect(page.getByTestId('namespace-picker')).toHaveText('shop')

  await app.open(`${TABLES.deployments}/shop/web`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('web')
  await app.search('scale')
  const actions = app.palette.getByRole('group', { name: 'Deployment web' })
  await expect(actions.getByRole('option', { name: /^Scale/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(app.dialog.getByRole('textbox', { name: 'Replicas' })).toBeFocused()
  await page.keyboard.press('Escape')

  await app.search('view as developer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/as=developer/)
  await expect(page.getByRole('button', { name: 'View as: developer' })).toBeVisible()
})

test('the palette opens what was visited last, and another cluster', async ({
  page,
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 100 })
  await app.open(`${TABLES.deployments}/shop/web`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('web')
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Nodes/)
  await app.search('web')
  await app.palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'web' }).click()
  await expect(page).toHaveURL(/\/c\/fake\/apps\/v1\/deployments\/shop\/web/)

  await app.search('cluster mock')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c\/mock/)
  await expect(app.rows.first()).toBeVisible()
})
