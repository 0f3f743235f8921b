// Every page of the console and what opens over it, with axe: all rules in light, and the colors in dark.
import AxeBuilder from '@axe-core/playwright'
import type { Console } from './console.ts'
import { expect, test } from './fixtures.ts'
import { PAGES, POPUPS, type Route } from './routes.ts'

/** The pages whose layout differs the most on a narrow screen. */
const NARROW = PAGES.filter(({ name }) => /Pods|overview|logs/.test(name))

/** Opens a route, and waits for its content. */
async function openRoute(app: Console, { page, search, ready, open }: Route): Promise<void> {
  await app.open(page, search)
  await expect(app.page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
  await expect(app.page.locator('[aria-busy=true]')).toHaveCount(0)
  await open?.(app)
}

/** What axe finds, in a form that a failure shows well. */
async function findingsOf(
  { page }: Console,
  onlyColors: boolean,
  isMenu = false,
): Promise<readonly string[]> {
  // Another page for the report, as for frames of other origins, would take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (onlyColors) axe.withRules('color-contrast')
  // A menu has the focus, and everything else is hidden from assistive technology: a landmark would add nothing.
  else if (isMenu) axe.disableRules('region')
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  )
}

/** Checks routes, each in one page load. */
async function checkRoutes(app: Console, routes: readonly Route[]): Promise<void> {
  // An animation has colors in between.
  await app.page.emulateMedia({ reducedMotion: 'reduce' })
  for (const route of routes)
    await test.step(route.name, async () => {
      await app.page.emulateMedia({ colorScheme: 'light' })
      await openRoute(app, route)
      expect.soft(await findingsOf(app, false, route.isMenu), `${route.name}, light`).toEqual([])
      await app.page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await findingsOf(app, true), `${route.name}, dark`).toEqual([])
    })
}

test('axe finds nothing on any page', async ({ app, startWholeCluster }) => {
  await startWholeCluster({ pods: 50 })
  await checkRoutes(app, PAGES)
})

test('axe finds nothing in what opens over a page', async ({ app, startWholeCluster }) => {
  await startWholeCluster({ pods: 50 })
  await checkRoutes(app, POPUPS)
})

test('axe finds nothing on a narrow screen', async ({ page, app, startWholeCluster }) => {
  await startWholeCluster({ pods: 50 })
  await page.setViewportSize({ width: 390, height: 800 })
  await checkRoutes(app, NARROW)
})
