import { deployments } from '@kube-informer/core/resources'
import { expect, test } from './live-fixtures.ts'

const DEPLOYMENTS = 'apps/v1/deployments'
const web = { namespace: 'shop', name: 'web' }

test('the overview follows a rollout', async ({ page, shop, objectPage, picture }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/web')
  const updated = page.getByRole('progressbar', { name: 'Updated' })
  const revisions = page.getByRole('table', { name: 'Revisions' })
  await expect(updated).toHaveAttribute('value', '3')
  await expect(revisions.getByRole('row')).toHaveCount(2)

  const container = { name: 'app', image: 'registry.example.com/shop/web:4.3.0' }
  await shop.client.patch(deployments, web, {
    spec: { template: { spec: { containers: [container] } } },
  })
  // One Pod at a time: the next one starts when the previous one is ready.
  await expect(updated).toHaveAttribute('value', '1')
  await picture('object-rollout')
  await expect(updated).toHaveAttribute('value', '3')
  await expect(revisions.getByRole('row')).toHaveCount(3)
  await expect(revisions.getByRole('row').nth(1)).toContainText('web:4.3.0')
  await expect(revisions.getByRole('row').nth(1)).toContainText('3 of 3')
  const conditions = page.getByRole('table', { name: 'Conditions' })
  await expect(conditions.getByRole('row', { name: 'Progressing' })).toContainText('NewReplicaSetAvailable')
})

test('relations and Events show what a scale does', async ({ page, shop, objectPage, picture }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?tab=relations')
  const tree = page.locator('.relation-tree')
  const pods = tree.getByRole('link', { name: /^web-\w+-\w+$/ })
  await expect(pods).toHaveCount(3)
  await shop.client.patch(deployments, web, { spec: { replicas: 5 } }, { subresource: 'scale' })
  await expect(pods).toHaveCount(5)
  await expect(tree.getByText('Running')).toHaveCount(5)
  await picture('object-relations')

  await objectPage.tab('Events')
  await expect(page.getByText(/Scaled up replica set web-\w+ from 3 to 5/)).toBeVisible()
  await page.getByRole('switch', { name: /^Also of what/ }).click()
  await expect(page.getByText('Container started').first()).toBeVisible()
  await picture('object-events')
})

test('managed fields tell which manager owns which field', async ({ page, shop, objectPage, picture }) => {
  const labels = { team: 'storefront' }
  await shop.client.apply(
    deployments,
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { ...web, labels } },
    { fieldManager: 'gitops' },
  )
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?tab=fields')
  const tree = page.locator('.fields')
  await expect(tree.getByText('team', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^gitops/ }).click()
  await expect(tree.getByText('"storefront"')).toBeVisible()
  await expect(tree.getByText('replicas', { exact: true })).toBeHidden()
  await picture('object-fields')
})
