import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { errorsOf } from './errors-of.ts'
import { buildExample, folderOf } from './installed-example.ts'
import { type Site, serveSite } from './serve-site.ts'

/** The dashboard, as a user installs and builds it, on the fake apiserver that msw serves in the page. */

// A build uses all cores, and hosting.spec.ts builds the packages too: these tests run alone.
test.describe('dashboard @serial', () => {
  let site: Site

  test.beforeAll(async () => {
    test.setTimeout(600_000)
    const reason = buildExample('dashboard')
    test.skip(reason !== undefined, reason)
    const folders = [join(folderOf('dashboard'), 'dist')]
    // msw answers in the page.
    site = await serveSite({ folders, apiserver: 'http://127.0.0.1:1' })
  })
  test.afterAll(() => site?.close())

  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test('each part shows its rows, from a worker that msw answers', async ({ page }) => {
    const errors = errorsOf(page)
    await page.goto(site.url)
    await expect(part(page, 'Table').locator('caption')).toHaveText(/^1 to 50 of \d+ Pods$/)
    await expect(part(page, 'All namespaces').getByRole('listitem')).not.toHaveCount(0)
    await expect(part(page, 'One namespace').getByRole('option')).not.toHaveCount(0)
    await expect(part(page, 'TanStack Query')).toContainText(/\d+ Pods/)
    await expect(part(page, 'Inspection')).toContainText('dedicated')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(errors).toEqual([])
  })

  test('the filter reaches the worker, and the sign-out erases the rows', async ({ page }) => {
    await page.goto(site.url)
    const table = part(page, 'Table')
    await expect(table.locator('tbody tr')).toHaveCount(50)
    await table.getByLabel('Filter').fill('no Pod has this name')
    await expect(table.locator('tbody tr')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(part(page, 'Account')).toHaveText(/You are signed out/)
    await expect(part(page, 'All namespaces').getByRole('listitem')).toHaveCount(0)
  })
})
