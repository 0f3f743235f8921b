import { deploymentOf } from './deployment.ts'
import { expect, reads, test } from './fixtures.ts'

const QUERY = 'Query key ["kube-informer","prod",{"resource":"deployments"}]'
const MUTATION = '["kube-informer","prod",{"resource":"deployments"}]'

test("react-query's devtools show a live informer query, and its mutations", async ({
  page,
  cluster,
  open,
}) => {
  const { server, proxy } = cluster
  server.create(deploymentOf('default/api', { replicas: 2 }))
  server.create(deploymentOf('default/web', { replicas: 1 }))
  const { rv } = server
  await open('devtools')
  await page.getByRole('button', { name: 'Open Tanstack query devtools' }).click()
  const devtools = page.getByLabel('Tanstack query devtools', { exact: true })
  const expand = (label: string) =>
    devtools.getByRole('button', { name: new RegExp(`^${label} \\d+ items$`) }).click()
  const replicas = devtools.getByLabel('replicas:')
  const details = devtools.locator('.tsqd-query-details-summary').getByRole('status')

  await devtools.getByRole('button', { name: QUERY }).click()
  await expect(devtools.getByLabel('total:')).toHaveValue('2')
  await expect(details).toHaveText('fresh')
  // The second row.
  for (const label of ['data', '1', 'spec']) await expand(label)
  await expect(replicas).toHaveValue('1')

  server.update(deploymentOf('default/web', { replicas: 3 }))
  await expect(replicas).toHaveValue('3')
  server.create(deploymentOf('default/worker', { replicas: 1 }))
  await expect(devtools.getByLabel('total:')).toHaveValue('3')
  await expect(details).toHaveText('fresh')
  expect(reads(cluster)).toEqual(['list', `watch ${rv}`])
  expect(await page.evaluate(() => globalThis.fetches)).toBe(1)

  const release = proxy.held.hold('request', ({ method }) => method === 'PATCH')
  await page.getByRole('button', { name: 'Scale to 5' }).click()
  await expect(replicas).toHaveValue('5')
  await devtools.getByText('Mutations', { exact: true }).click()
  await expect(devtools.getByLabel('Pending: 1')).toBeVisible()
  await devtools
    .getByRole('button', { name: /^Mutation submitted at/ })
    .filter({ hasText: MUTATION })
    .click()
  await expect(details).toHaveText('pending')
  release()
  await expect(details).toHaveText('success')
  await expect(devtools.getByLabel('Success: 1')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText(['api 2', 'web 5', 'worker 1'])
  expect(await page.evaluate(() => globalThis.fetches)).toBe(1)
})
