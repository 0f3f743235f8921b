import { readFile } from 'node:fs/promises'
import { pods } from '@kube-informer/core/resources'
import { expect, test } from './live-fixtures.ts'

const DEPLOYMENTS = 'apps/v1/deployments'

test('the log of a workload streams, pauses, is searched and saved', async ({
  page,
  shop,
  objectPage,
  picture,
}) => {
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?tab=logs')
  const lines = page.getByTestId('log-line')
  await expect(page.getByTestId('log-states')).toContainText('3 of 3 containers in 3 Pods')
  const own = shop.server.list(pods).filter(({ metadata }) => metadata?.labels?.app === 'web')
  for (const { metadata } of own)
    await expect(lines.filter({ hasText: `${metadata?.name}/app` }).first()).toBeVisible()
  await picture('logs-workload')

  // Lines arrive.
  const last = await lines.last().textContent()
  await expect(lines.last()).not.toHaveText(last ?? '')

  // None does while the view is paused.
  await page.getByRole('button', { name: 'Pause' }).click()
  const held = await lines.allTextContents()
  await page.getByRole('switch', { name: 'Timestamps' }).click()
  await expect(lines.first().locator('time')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Timestamps' }).click()
  expect(await lines.allTextContents()).toEqual(held)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the log' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('web.log')
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z web-\w+-\w+\/app .+$/m)
  await page.getByRole('button', { name: 'Resume' }).click()

  await page.getByTestId('log-search').fill('"level":"info"')
  await page.getByRole('switch', { name: 'Only matches' }).click()
  await expect(lines.first().locator('mark').first()).toHaveText('"level":"info"')
  await expect(page.getByTestId('log-matches')).not.toHaveText('0')
  await expect(page).toHaveURL(/find=/)
  await picture('logs-search')
})

test('scrolling up stays there, and “Newest” returns', async ({ page, shop: _, objectPage }) => {
  await objectPage.open(DEPLOYMENTS, 'shop/web', '?tab=logs')
  const log = page.getByTestId('log')
  await expect
    .poll(() => log.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
    .toBeGreaterThan(100)
  await log.hover()
  await page.mouse.wheel(0, -2_000)
  const newest = page.getByRole('button', { name: 'Newest' })
  await newest.click()
  await expect(newest).toBeHidden()
  await expect
    .poll(() =>
      log.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop),
    )
    .toBeLessThan(60)
})

test('one container of a Pod, and its log before the last restart', async ({ page, shop, objectPage }) => {
  const restarting = {
    metadata: {
      name: 'flaky',
      namespace: 'shop',
      annotations: {
        'fake.kube-informer.dev/run-seconds': '1',
        'fake.kube-informer.dev/exit-code': '1',
      },
    },
    spec: {
      containers: ['main', 'sidecar'].map(name => ({ name, image: `registry.example.com/${name}:1` })),
    },
  }
  await shop.client.create(pods, restarting)
  await expect
    .poll(() => shop.server.get(pods, 'shop/flaky')?.status?.containerStatuses?.[0]?.restartCount)
    .toBeGreaterThan(0)
  await objectPage.open('core/v1/pods', 'shop/flaky', '?tab=logs')
  await page.getByRole('combobox', { name: 'Container' }).click()
  await page.getByRole('option', { name: 'main' }).click()
  await expect(page).toHaveURL(/container=main/)
  await page.getByRole('switch', { name: 'Previous' }).click()
  await expect(page).toHaveURL(/previous=true/)
  await expect(page.getByTestId('log-line').first()).toBeVisible()
})
