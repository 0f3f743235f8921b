// The shell and the tables of the console on a real kube-apiserver. docs/testing.md says what only the fake one can show.
import { configMaps, customResourceDefinitions, deployments, pods } from '@kube-informer/core/resources'
import { TABLES } from './console.ts'
import { definitionOf, deploymentOf } from './real-objects.ts'
import { expect, REAL, type RealWorld, test } from './real-world.ts'

const GADGET = { plural: 'gadgets', kind: 'Gadget', shortName: 'gdg' } as const
const gadgets = { group: 'example.com', version: 'v1', ...GADGET, namespaced: true } as const

/** Creates an object of a kind that is defined a moment ago: the server answers 404 until it serves the kind. */
async function createGadget({ client, namespace }: RealWorld, name: string, spec: object): Promise<void> {
  const object = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { namespace, name }, spec }
  await expect(async () => void (await client.create(gadgets, object))).toPass()
}

test('a kind that is defined while the page is open has a link, a table and a short name', async ({
  page,
  app,
  world,
  picture,
}) => {
  const { client, namespace, atEnd } = world
  await app.open(TABLES.deployments, { namespace }, REAL)
  await expect(app.sidebar.getByRole('link', { name: /^Deployments/ })).toBeVisible()
  const link = app.sidebar.getByRole('link', { name: /^Gadgets/ })
  await expect(link).toHaveCount(0)

  const { metadata } = await client.create(customResourceDefinitions, definitionOf(GADGET))
  const remove = () => client.delete(customResourceDefinitions, { name: metadata?.name ?? '' })
  atEnd(() => remove().catch(() => {}))
  await expect(link).toBeVisible()
  await createGadget(world, 'nine', { size: 9, state: 'Open' })
  await createGadget(world, 'ten', { size: 10, state: 'Shut' })
  await app.search(':gdg')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/example\.com\/v1\/gadgets/)
  for (const name of ['Size', 'State', 'Age'])
    await expect(app.table.getByRole('columnheader', { name })).toBeVisible()
  await expect(app.row(`${namespace}/ten`)).toContainText('Shut')

  // The server prints numbers, which are not sorted as texts.
  await page.getByTestId('sort-size').click()
  await expect.poll(() => app.orderedKeys()).toEqual([`${namespace}/ten`, `${namespace}/nine`])
  await app.filter.fill('size<10')
  await app.hasRows(1)
  await client.patch(gadgets, { namespace, name: 'nine' }, { spec: { state: 'Shut' } }, { type: 'merge' })
  await expect(app.row(`${namespace}/nine`).locator('.column-state')).toHaveText('Shut')
  await picture('real-custom-resource')

  await remove()
  await expect(link).toHaveCount(0)
})

test('`?server=/k8s` opens the cluster, and the status of a Pod has its reason', async ({
  app,
  world: { client, namespace },
  picture,
}) => {
  const at = { namespace, name: 'web-0' }
  await client.create(pods, { metadata: at, spec: { containers: [{ name: 'main', image: 'none' }] } })
  await app.page.goto('/?server=/k8s')
  await expect(app.row(`${namespace}/web-0`)).toContainText('Pending')
  const status = { phase: 'Failed', reason: 'Shutdown' }
  await client.patch(pods, at, { status }, { subresource: 'status' })
  await expect(app.row(`${namespace}/web-0`)).toContainText('Shutdown')
  await picture('real-apiserver')
})

test('the palette finds kinds by the short names of the server, and objects by a part of the name', async ({
  page,
  app,
  world: { client, namespace },
}) => {
  await client.create(deployments, deploymentOf(namespace, 'recommendations'))
  await app.open('core/v1/configmaps', { namespace }, REAL)
  await app.search(':hpa')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/autoscaling\/v\d\/horizontalpodautoscalers/)
  await app.search(`deploy ${namespace}/recom`)
  await expect(app.palette.getByRole('option', { name: 'recommendations' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/deployments/${namespace}/recommendations`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('recommendations')
})

test('a table of two namespaces is sorted by two columns, filtered, grouped, and has other columns', async ({
  page,
  app,
  world,
}) => {
  const { client } = world
  const [first = '', second = ''] = [world.namespace, await world.createNamespace()].toSorted()
  for (const [namespace, name, replicas] of [
    [second, 'web', 3],
    [first, 'web', 1],
    [second, 'cache', 0],
    [first, 'worker', 2],
  ] as const)
    await client.create(deployments, deploymentOf(namespace, name, replicas))
  await app.open(TABLES.deployments, { namespace: `${first},${second}` }, REAL)
  await app.hasRows(4)
  await page.getByTestId('sort-namespace').click()
  await page.getByTestId('sort-name').click({ modifiers: ['Shift'] })
  await page.getByTestId('sort-name').click({ modifiers: ['Shift'] })
  await expect
    .poll(() => app.orderedKeys())
    .toEqual([`${first}/worker`, `${first}/web`, `${second}/web`, `${second}/cache`])
  // The controller has created the Pods, which nothing runs.
  await expect(app.row(`${second}/web`)).toContainText('0/3')

  await page.getByRole('combobox', { name: 'Group rows' }).click()
  await page.getByRole('option', { name: 'By namespace' }).click()
  await app.hasRows(4 + 2)
  await expect(app.table.locator('[data-section]')).toHaveText([new RegExp(first), new RegExp(second)])
  await app.filter.fill('name:we')
  await app.hasRows(2 + 2)

  // The suggestions are closed, and then the field is left.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  const images = app.table.getByRole('columnheader', { name: 'Images' })
  await expect(images).toBeVisible()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: 'Images' }).click()
  await page.keyboard.press('Escape')
  await expect(images).toHaveCount(0)
  await page.reload()
  await app.hasRows(2 + 2)
  await expect(images).toHaveCount(0)
})

test('several objects are deleted, and created again by Undo', async ({
  app,
  world: { client, namespace },
}) => {
  const names = ['first', 'second', 'third']
  for (const name of names) await client.create(configMaps, { metadata: { namespace, name }, data: { name } })
  await app.open('core/v1/configmaps', { namespace, sort: 'name' }, REAL)
  await app.hasRows(3)
  const uids = new Set(
    (await client.list(configMaps, { namespace })).items.map(({ metadata }) => metadata?.uid),
  )
  await app.row(`${namespace}/first`).getByRole('checkbox').click()
  await app
    .row(`${namespace}/third`)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(app.bulkBar).toContainText('3 ConfigMaps selected')
  await app.bulkBar.getByRole('button', { name: 'Delete' }).click()
  await app.dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(app.rows).toHaveCount(0)
  expect((await client.list(configMaps, { namespace })).items).toEqual([])

  await app.toast.getByRole('button', { name: 'Details' }).click()
  await app.dialog.getByRole('button', { name: 'Undo on 3' }).click()
  await app.hasRows(3)
  const { items } = await client.list(configMaps, { namespace })
  expect(items.map(({ data }) => data?.name).toSorted()).toEqual(names)
  expect(items.filter(({ metadata }) => uids.has(metadata?.uid))).toEqual([])
})
