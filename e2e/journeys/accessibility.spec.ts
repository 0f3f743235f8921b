// Every page of the console and what opens over it, each in one page load: what axe finds, the recorded roles and names, and
// the recorded pixels of eight states.
import { axeFindings } from './axe.ts'
import type { Console } from './console.ts'
import { expectPixels } from './pixels.ts'
import { PAGES } from './routes/pages.ts'
import { POPUPS } from './routes/popups.ts'
import { looksOf, type Route, snapshotName } from './routes/route.ts'
import { expect, test } from './still-fixtures.ts'

// Two workers share the groups.
test.describe.configure({ mode: 'parallel' })

const GROUPS = Object.entries({ ...PAGES, ...POPUPS })
const ARIA_TIMEOUT = 10_000

/** Opens a route, and waits for its content. */
async function openRoute(app: Console, { page, search, ready, open }: Route): Promise<void> {
  await app.open(page, search)
  await expect(app.page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
  await expect(app.page.locator('[aria-busy=true]')).toHaveCount(0)
  await open?.(app)
}

for (const [group, routes] of GROUPS)
  test(`${group}: axe finds nothing, and roles, names and pixels are those recorded`, async ({
    app,
    page,
    browser,
    pixelsDiffer,
  }) => {
    for (const route of routes)
      await test.step(route.name, async () => {
        const scope = route.scope?.(app) ?? page.getByRole('main')
        for (const { name: look, colorScheme, viewport } of looksOf(route)) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize(viewport)
          if (look === 'light') {
            await openRoute(app, route)
            const name = `${snapshotName(route)}.aria.yml`
            await expect.soft(scope).toMatchAriaSnapshot({ name, timeout: ARIA_TIMEOUT })
          }
          if (route.pixels?.includes(look) && pixelsDiffer === undefined)
            await expectPixels(page, browser, `${snapshotName(route)}-${look}`)
          const findings = await axeFindings(page, {
            onlyColors: colorScheme === 'dark',
            isMenu: route.isMenu,
          })
          expect.soft(findings, `${route.name}, ${look}`).toEqual([])
        }
      })
  })

test('the pixels of eight states are compared', ({ pixelsDiffer }) => {
  test.skip(pixelsDiffer !== undefined, pixelsDiffer)
  expect(GROUPS.flatMap(([, routes]) => routes.flatMap(({ pixels = [] }) => pixels))).toHaveLength(8)
})
