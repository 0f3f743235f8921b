// The shell of the console: links to everything, the sidebar, keys, themes, narrow screens and saved views.
import { configMaps } from '@kube-informer/core/resources'
import { type Console, TABLES } from './console.ts'
import { expect, test } from './fixtures.ts'

const GADGETS = 'example.com/v1/gadgets'

/** A definition with one printer column, as a user applies it. */
const gadgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        additionalPrinterColumns: [{ name: 'Size', type: 'string', jsonPath: '.spec.size' }],
      },
    ],
  },
}
const gadget = {
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { name: 'first', namespace: 'default' },
  spec: { size: 'enormous' },
}

/** The parameters of the URL, without those that are not set. */
const searchOf = ({ page }: Console): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams)

test('a link opens a table as it was, and Back undoes what was chosen', { tag: '@smoke' }, async ({
  page,
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 500 })
  await app.open(TABLES.deployments, {
    namespace: 'shop',
    filter: 'name:e',
    sort: '-name',
    group: 'namespace',
    columns: 'name,namespace,age',
  })
  await expect(app.rows.first()).toBeVisible()
  expect(await app.orderedKeys()).toEqual(['shop/worker', 'shop/web', 'shop/recommendations', 'shop/cache'])
  await expect(app.filter).toHaveValue('name:e')
  await expect(page.getByTestId('namespace-picker')).toHaveText('shop')
  await expect(app.table.locator('[data-section=shop]')).toBeVisible()
  await expect(app.table.getByRole('columnheader')).toHaveText(['', /^Name/, /^Namespace/, /^Age/])
  const before = searchOf(app)

  await page.getByTestId('sort-age').click()
  await expect.poll(() => searchOf(app).sort).toMatch(/age/)
  await page.goBack()
  await expect.poll(() => searchOf(app)).toEqual(before)
  expect(await app.orderedKeys()).toEqual(['shop/worker', 'shop/web', 'shop/recommendations', 'shop/cache'])
})

test('the sidebar shows a kind as soon as it is defined, and its table has the printer columns', async ({
  demo,
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 100 })
  await app.open(TABLES.pods, { namespace: 'default' })
  await expect(app.sidebar.getByRole('link', { name: /^Deployments/ })).toBeVisible()
  await expect(app.sidebar.getByRole('link', { name: /^Gadgets/ })).toHaveCount(0)

  await write(`${demo.url}/fake/apis/apiextensions.k8s.io/v1/customresourcedefinitions`, gadgets)
  const link = app.sidebar.getByRole('link', { name: /^Gadgets/ })
  await expect(link).toBeVisible()
  await write(`${demo.url}/fake/apis/example.com/v1/namespaces/default/gadgets`, gadget)
  await link.click()
  await expect(app.page).toHaveURL(new RegExp(GADGETS))
  await expect(app.table.getByRole('columnheader', { name: 'Size' })).toBeVisible()
  await expect(app.row('default/first')).toContainText('enormous')

  // Discovery names the kind after the page is there.
  await app.page.reload()
  await app.synced(1)
})

test('the sidebar counts the objects of the shown kind as they come and go', async ({
  app,
  startWholeCluster,
}) => {
  const { server } = await startWholeCluster({ pods: 100 })
  await app.open('core/v1/configmaps')
  const link = app.sidebar.getByRole('link', { name: /^ConfigMaps/ })
  const count = server.keys(configMaps).length
  await expect(link).toHaveText(`ConfigMaps${count}`)
  await expect(link).toHaveText(`ConfigMaps${count}`)
  const counted = server.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'default', name: 'counted' },
  })
  await expect(link).toHaveText(`ConfigMaps${count + 1}`)
  server.delete(counted)
  await expect(link).toHaveText(`ConfigMaps${count}`)
})

test('a link opens an object at a tab, and Back returns to the one before', async ({
  page,
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 100 })
  await app.open(`${TABLES.deployments}/shop/web`, { tab: 'relations' })
  await expect(app.tab('Relations')).toHaveAttribute('aria-selected', 'true')
  await app.tab('Managed fields').click()
  await expect(page).toHaveURL(/tab=fields/)
  await page.goBack()
  await expect(app.tab('Relations')).toHaveAttribute('aria-selected', 'true')
})

async function write(url: string, object: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(object),
  })
  expect(response.status).toBe(201)
}

test('keys go to kinds, and ? shows all of them', async ({ page, app, startWholeCluster }) => {
  await startWholeCluster({ pods: 100 })
  await app.open(TABLES.pods, { namespace: 'default' })
  await expect(app.sidebar.getByRole('link', { name: /^Nodes/ })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toContainText('Search kinds, objects and actions')
  await expect(help).toContainText('Next theme')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Nodes/)
})

test('the theme follows the system until the user chooses one, which a reload keeps', async ({
  page,
  app,
  startCluster,
}) => {
  await startCluster({ pods: 50 })
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await app.open(TABLES.pods)
  await expect(app.rows.first()).toBeVisible()
  const dark = await background()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await background()
  expect(light).not.toBe(dark)

  await page.getByTestId('theme').click()
  await page.getByTestId('theme').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await background()).toBe(dark)
  await page.reload()
  await expect(app.rows.first()).toBeVisible()
  expect(await background()).toBe(dark)
})

test('on a narrow screen the sidebar is a drawer, and the table keeps name, status and age', async ({
  page,
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 100 })
  await page.setViewportSize({ width: 390, height: 800 })
  await app.open(TABLES.pods, { namespace: 'default' })
  await expect(app.rows.first()).toBeVisible()
  await expect(app.sidebar).toBeHidden()
  await expect(app.table.getByRole('columnheader').filter({ visible: true })).toHaveText([
    '',
    /^Name/,
    /^Status/,
    /^Age/,
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: 'Resources' }).click()
  const drawer = page.getByRole('dialog', { name: 'Resources' })
  await drawer.getByRole('link', { name: /^Services/ }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Services/)
})

test('a view keeps the state of a table under a name', async ({ page, app, startWholeCluster }) => {
  await startWholeCluster({ pods: 200 })
  await app.open(TABLES.deployments, { namespace: 'shop', sort: '-name' })
  await expect(app.rows.first()).toBeVisible()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await app.dialog.getByRole('textbox', { name: 'Name' }).fill('My shop')
  await app.dialog.getByRole('button', { name: 'Save' }).click()
  await app.sidebar.getByRole('link', { name: /^Nodes/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Nodes/)

  await page.reload()
  await app.sidebar.getByRole('link', { name: /^My shop/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Deployments/)
  await expect.poll(() => searchOf(app)).toEqual({ namespace: 'shop', sort: '-name' })
})
