// Every route of the console, with axe in both themes, with one page load each.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Console } from './console.ts'
import { expect, test } from './fixtures.ts'
import { ROUTES, type Route } from './routes.ts'

/** Opens a route, and waits for its content. */
async function openRoute(app: Console, { page, search, key, ready }: Route): Promise<void> {
  await app.open(page, search)
  await expect(app.page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
  await expect(app.page.locator('[aria-busy=true]')).toHaveCount(0)
  if (key === undefined) return
  await app.page.keyboard.press(key)
  await expect(app.dialog.first()).toBeVisible()
}

/** What axe finds, in a form that a failure shows well. */
async function findingsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  )
}

// Not yet passed in one run: the time of all routes together is not measured.
test.fixme('axe finds nothing on any route, in both themes', async ({ page, app, startWholeCluster }) => {
  test.slow()
  await startWholeCluster({ pods: 200 })
  // An animation has colors in between.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const route of ROUTES)
    await test.step(route.name, async () => {
      await openRoute(app, route)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await findingsOf(page), `${route.name}, ${colorScheme}`).toEqual([])
      }
    })
})
