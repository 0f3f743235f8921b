import { type Deployment, deployments } from '@kube-informer/core/resources'
import { expect, test } from './live-fixtures.ts'
import { YamlEditor } from './yaml-editor.ts'

const DEPLOYMENTS = 'apps/v1/deployments'
const web = { namespace: 'shop', name: 'web' }

/** What an apply of nothing but the replicas sends. */
const scaledTo = (replicas: number) =>
  ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: web, spec: { replicas } }) as Deployment

test('an edit is completed, validated, reviewed and applied', async ({ page, shop, objectPage, picture }) => {
  // The console has scaled it before, so that no other manager owns the replicas.
  await shop.client.apply(deployments, scaledTo(4), { fieldManager: 'kube-informer-console', force: true })
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?tab=yaml')
  const editor = await YamlEditor.open(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5\nminR')
  const completion = editor.content.locator('.cm-tooltip-autocomplete li[aria-selected]')
  await expect(completion).toContainText('minReadySeconds')
  await picture('editor-completion')
  await page.keyboard.press('Enter')

  await editor.correct('soon', '1')

  const diff = await editor.review('2 fields change.', ['replicas: 5', 'minReadySeconds: 1'])
  await expect(diff.locator('.cm-deletedChunk').first()).toContainText('replicas: 4')
  expect(shop.server.get(deployments, 'shop/web')?.spec?.replicas, 'it is a dry run').toBe(4)
  await picture('editor-review')

  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(objectPage.toast).toContainText('Applied')
  await expect(page.getByTestId('yaml')).toContainText('minReadySeconds: 1')
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'shop' }).click()
  await expect(page.locator('[data-testid=row][data-key="shop/web"]')).toContainText('5/5')
})

test('a conflict names the owner, and takes the field over', async ({ page, shop, objectPage, picture }) => {
  await shop.client.apply(deployments, scaledTo(4), { fieldManager: 'autoscaler', force: true })
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?tab=yaml')
  await YamlEditor.open(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('6')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(objectPage.dialog.getByRole('row', { name: '.spec.replicas' })).toContainText('autoscaler')
  await picture('editor-conflict')

  await objectPage.dialog.getByRole('button', { name: 'Take over the field' }).click()
  await expect(objectPage.toast).toContainText('Applied')
  await expect.poll(() => shop.server.get(deployments, 'shop/web')?.status?.readyReplicas).toBe(6)
  await objectPage.tab('Managed fields')
  const owned = page.locator('.field', { hasText: 'replicas' }).first()
  await expect(owned).toContainText('kube-informer-console')
})

test('an edit that the server rejects stays', async ({ page, shop, objectPage }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?tab=yaml')
  await YamlEditor.open(page)
  await page.keyboard.type('\nreplicsa: 1')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByTestId('error')).toContainText('.spec.replicsa: field not declared in schema')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByTestId('yaml-edit')).toContainText('replicsa: 1')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByTestId('yaml')).not.toContainText('replicsa')
  expect(shop.server.get(deployments, 'shop/web')?.metadata?.generation).toBe(1)
})
