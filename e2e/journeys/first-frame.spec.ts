// What is on screen before the console is loaded.
import type { Locator, Page } from '@playwright/test'
import { TABLES } from './console.ts'
import { expect, test } from './fixtures.ts'

/** Holds the console's own scripts back until the returned function is called. */
async function holdConsole(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/console-*.js', async route => {
    await promise
    await route.continue()
  })
  return resolve
}

const firstRows = (page: Page): Locator => page.getByTestId('first-row')

test('the first rows are there before the console is loaded, and then it replaces them', {
  tag: '@smoke',
}, async ({ page, app, startCluster }) => {
  await startCluster({ pods: 200 })
  const release = await holdConsole(page)
  await page.goto('/c/fake/core/v1/pods', { waitUntil: 'commit' })
  await expect(firstRows(page)).toHaveCount(50)
  await expect(firstRows(page).first().getByRole('link')).toHaveAttribute(
    'href',
    /^\/c\/fake\/core\/v1\/pods\/[^/]+\/[^/]+$/,
  )
  const name = await firstRows(page).first().getByRole('link').textContent()

  release()
  await app.synced(200)
  await expect(firstRows(page)).toHaveCount(0)
  await expect(app.rows.first().getByRole('link').first()).toHaveText(name ?? '')
})

test('what is typed before the console is loaded is not lost', async ({ page, app, startCluster }) => {
  await startCluster({ pods: 200 })
  const release = await holdConsole(page)
  await page.goto('/c/fake/core/v1/pods', { waitUntil: 'commit' })
  await expect(firstRows(page)).toHaveCount(50)
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('deployx')
  await page.keyboard.press('Backspace')
  release()
  const input = app.palette.getByRole('combobox')
  await expect(input).toHaveValue('deploy')
  await expect(input).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/apps\/v1\/deployments/)
})

test('a reload shows what was there, and leaves nothing of it in the storage', async ({
  page,
  app,
  startCluster,
}) => {
  await startCluster({ pods: 200 })
  await app.open(TABLES.pods, { namespace: 'default' })
  await expect(app.rows.first()).toBeVisible()
  await expect(app.table).toHaveAttribute('aria-busy', 'false')
  const names = await app.rows.getByRole('link').allTextContents()
  const release = await holdConsole(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(firstRows(page).first()).toBeVisible()
  expect(await firstRows(page).getByRole('link').allTextContents()).toEqual(names)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  release()
  await expect(app.rows.first()).toBeVisible()
  await expect(firstRows(page)).toHaveCount(0)
})
