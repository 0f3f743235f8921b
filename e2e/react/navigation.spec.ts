import { deploymentOf } from './deployment.ts'
import { expect, test } from './fixtures.ts'

test('Suspense navigation between namespaces shows the old rows until the new ones are there, and no fallback', async ({
  page,
  cluster: { server, proxy },
  open,
  shownStates,
}) => {
  for (const key of ['team-a/api', 'team-a/web', 'team-b/api', 'team-b/db', 'team-c/cron'])
    server.create(deploymentOf(key, { replicas: 1 }))
  const holdReads = (namespace: string) =>
    proxy.held.hold('response', ({ path }) => path.includes(`/namespaces/${namespace}/`))
  const go = (namespace: string) => page.getByRole('button', { name: namespace }).click()
  const rows = page.getByRole('listitem')
  const main = page.getByRole('main')

  // The first view has nothing to keep: this shows that a fallback is recorded.
  const releaseA = holdReads('team-a')
  await open('namespaces')
  await expect(page.getByText('Loading')).toBeVisible()
  releaseA()
  await expect(rows).toHaveText(['team-a/api 1', 'team-a/web 1'])
  expect(await shownStates()).toEqual(['Loading', 'team-a/api 1, team-a/web 1'])

  const releaseB = holdReads('team-b')
  await go('team-b')
  await expect(main).toHaveAttribute('aria-busy', 'true')
  // The old rows are live meanwhile.
  server.update(deploymentOf('team-a/web', { replicas: 2 }))
  await expect(rows).toHaveText(['team-a/api 1', 'team-a/web 2'])
  await expect(main).toHaveAttribute('aria-busy', 'true')
  releaseB()
  await expect(rows).toHaveText(['team-b/api 1', 'team-b/db 1'])
  await expect(main).toHaveAttribute('aria-busy', 'false')
  expect(await shownStates()).toEqual(['team-a/api 1, team-a/web 2', 'team-b/api 1, team-b/db 1'])

  // A navigation that the user gives up is never shown.
  const releaseC = holdReads('team-c')
  await go('team-c')
  await expect(main).toHaveAttribute('aria-busy', 'true')
  await go('team-a')
  await expect(rows).toHaveText(['team-a/api 1', 'team-a/web 2'])
  releaseC()
  await expect(main).toHaveAttribute('aria-busy', 'false')
  expect(await shownStates()).toEqual(['team-a/api 1, team-a/web 2'])

  await go('team-c')
  await expect(rows).toHaveText(['team-c/cron 1'])
  expect(await shownStates()).toEqual(['team-c/cron 1'])
})
