import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { ROOT } from '../../tools/packages/packages.ts'
import { errorsOf } from './errors-of.ts'
import { buildExample } from './installed-example.ts'
import { type Site, serveSite } from './serve-site.ts'

/** The example of docs/react-testing.md, as a user installs and builds it. */

// A build uses all cores, and hosting.spec.ts builds the packages too: these tests run alone.
test.describe('storybook @serial', () => {
  let site: Site

  test.beforeAll(async () => {
    test.setTimeout(600_000)
    const reason = buildExample('storybook')
    test.skip(reason !== undefined, reason)
    const folders = [join(ROOT, 'examples/storybook/storybook-static')]
    // The stories have apiservers of their own.
    site = await serveSite({ folders, apiserver: 'http://127.0.0.1:1' })
  })
  test.afterAll(() => site?.close())

  const open = (page: Page, story: string) =>
    page.goto(`${site.url}/iframe.html?id=pods--${story}&viewMode=story`)

  test('a story shows the rows of its apiserver', async ({ page }) => {
    const errors = errorsOf(page)
    await open(page, 'rows')
    await expect(page.locator('#storybook-root li')).toHaveCount(5)
    await expect(page.locator('#storybook-root li').first()).toContainText('Running')
    expect(errors).toEqual([])
  })

  test('a story shows the faults of its apiserver', async ({ page }) => {
    await open(page, 'forbidden')
    await expect(page.getByRole('alert')).toContainText('forbidden')
    await open(page, 'loading')
    await expect(page.getByText('Loading…')).toBeVisible()
  })
})
