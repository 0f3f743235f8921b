import { cronJobs, deployments, jobs, nodes } from '@kube-informer/core/resources'
import { expect, test } from './live-fixtures.ts'

const DEPLOYMENTS = 'apps/v1/deployments'

test('from the palette to a scaled Deployment with the keyboard alone @smoke', async ({
  page,
  shop,
  objectPage,
  picture,
}) => {
  await page.goto('/c/fake/core/v1/pods')
  await expect(page.getByTestId('row').first()).toBeVisible()
  await objectPage.openPalette()
  await page.keyboard.type('deploy shop/web')
  await expect(page.getByRole('option', { name: /web/, selected: true })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('web')

  await page.keyboard.press('s')
  const replicas = objectPage.dialog.getByRole('textbox', { name: 'Replicas' })
  await expect(replicas).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('5')
  await expect(objectPage.dialog).toContainText('Scales Deployment shop/web from 3 to 5 replicas.')
  await expect(objectPage.dialog).toContainText('kubectl scale')
  await picture('actions-scale')
  await page.keyboard.press('Enter')
  await expect(objectPage.toast).toContainText('5 of 5 ready')
  expect(shop.server.get(deployments, 'shop/web')?.status?.readyReplicas).toBe(5)
})

test('a scale says how far it is, and is undone', async ({ shop, objectPage, page, picture }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/web')
  await (await objectPage.action(/^Scale/)).click()
  await objectPage.dialog.getByRole('button', { name: 'One more' }).click()
  await objectPage.dialog.getByRole('button', { name: 'Scale', exact: true }).click()
  await expect(objectPage.toast).toContainText(/3 of 4|Scaled 3 → 4/)
  await expect(objectPage.toast).toContainText('4 of 4 ready')
  await picture('actions-toast')
  await objectPage.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(objectPage.toast.filter({ hasText: 'Scale back to 3' })).toContainText('3 of 3 ready')
  await expect(page.getByRole('progressbar', { name: 'Ready' })).toHaveAttribute('max', '3')
  expect(shop.server.get(deployments, 'shop/web')?.spec?.replicas).toBe(3)
})

test('a restart replaces every Pod', async ({ page, shop: _, objectPage }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/worker')
  await objectPage.run('Restart')
  await expect(objectPage.toast).toContainText(/of 2/)
  await expect(page.getByRole('table', { name: 'Revisions' }).getByRole('row')).toHaveCount(3)
  await expect(objectPage.toast.locator('.spin')).toHaveCount(0)
})

test('a deletion is confirmed, and undone', async ({ page, shop, objectPage, picture }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/cache')
  await (await objectPage.action(/^Delete/)).click()
  await expect(objectPage.dialog).toContainText('Deletes Deployment shop/cache.')
  await picture('actions-delete')
  await objectPage.dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('This Deployment no longer exists')).toBeVisible()
  await expect(objectPage.toast).toContainText('shop/cache is deleted')
  expect(shop.server.get(deployments, 'shop/cache')).toBeUndefined()

  await objectPage.toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shop.server.get(deployments, 'shop/cache')?.status?.readyReplicas).toBe(1)
  await expect(page.getByText('This Deployment no longer exists')).toBeHidden()
})

test('a Node is cordoned', async ({ shop, objectPage, page }) => {
  const name = shop.server.list(nodes).find(({ spec }) => !spec?.unschedulable)?.metadata?.name ?? ''
  await objectPage.open('core/v1/nodes', name)
  await objectPage.run('Cordon')
  await expect(page.getByRole('main')).toContainText('SchedulingDisabled')
  expect(shop.server.get(nodes, name)?.spec?.unschedulable).toBe(true)
})

test('a CronJob is suspended, and a Job triggered', async ({ page, shop, objectPage }) => {
  await objectPage.open('batch/v1/cronjobs', 'shop/report')
  await objectPage.run('Suspend')
  await expect(objectPage.toast).toContainText(/suspend/i)
  expect(shop.server.get(cronJobs, 'shop/report')?.spec?.suspend).toBe(true)

  const before = shop.server.keys(jobs).length
  await page.getByRole('button', { name: 'Run now' }).click()
  await objectPage.dialog.getByRole('button', { name: /Trigger|Run/ }).click()
  await expect.poll(() => shop.server.keys(jobs).length).toBe(before + 1)
  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('row').nth(1)).toContainText(/Running|Active|Complete/)
})

const WIDGETS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, listKind: WidgetList }
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
---
apiVersion: example.com/v1
kind: Widget
metadata: { name: first, namespace: shop }
spec: { size: 3 }
`

test('pasted YAML defines a kind and creates an object of it', async ({
  page,
  shop: _,
  objectPage,
  picture,
}) => {
  await page.goto('/c/fake/core/v1/pods')
  await expect(page.getByTestId('row').first()).toBeVisible()
  await objectPage.openPalette()
  await page.keyboard.type('apply yaml')
  await expect(page.getByRole('option', { name: /Apply YAML/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  const editor = page.getByTestId('apply-yaml')
  await expect(editor.locator('.cm-content')).toBeFocused()
  await page.keyboard.insertText(WIDGETS)
  await objectPage.dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  const results = objectPage.dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results).toContainText([/widgets\.example\.com.*created/, /Widget shop\/first.*created/])
  await picture('actions-apply-yaml')
  await page.keyboard.press('Escape')

  await objectPage.openPalette()
  await page.keyboard.type('widgets first')
  await page.getByRole('option', { name: /first/ }).click()
  await expect(page).toHaveURL(/example\.com\/v1\/widgets\/shop\/first/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('first')
})

test('what the user may not do is disabled, with the reason', async ({ shop: _, objectPage, picture }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?as=viewer')
  const scale = await objectPage.action(/^Scale/)
  await expect(scale).toContainText('You may not patch deployments/scale in namespace shop.')
  await expect(scale).toHaveAttribute('aria-disabled', 'true')
  await picture('actions-denied')
})
