import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'

const WIDE = { width: 1280, height: 800 }

const SCREENSHOTS = [
  { name: 'console-light', colorScheme: 'light', viewport: WIDE, path: '/c/fake/core/v1/pods' },
  { name: 'console-dark', colorScheme: 'dark', viewport: WIDE, path: '/c/fake/core/v1/pods?panel=faults' },
  {
    name: 'console-narrow',
    colorScheme: 'light',
    viewport: { width: 390, height: 844 },
    path: '/c/fake/core/v1/pods?namespace=shop',
  },
] as const

/** Saves the console in light, in dark and on a narrow screen. */
export async function takeScreenshots(browser: Browser, baseURL: string, folder: string): Promise<void> {
  for (const { name, path, ...look } of SCREENSHOTS) {
    const page = await browser.newPage({ ...look, baseURL, deviceScaleFactor: 2 })
    await page.goto(path)
    await page.locator('[data-testid=status-link][data-link=live]').waitFor()
    await page.locator('[data-testid=status-data][data-state=complete]').waitFor()
    await page.getByTestId('row').first().waitFor()
    // The chart of events needs a few seconds of them.
    await page.waitForTimeout(8_000)
    await strike(page)
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(join(folder, `${name}.webp`))
    await page.close()
  }
}

/** Where the panel of faults is open, expires the watches, and waits until they continue. */
async function strike(page: Page): Promise<void> {
  const count = page.getByRole('button', { name: 'Count from here' })
  if (!(await count.isVisible())) return
  await count.click()
  await page.getByTestId('fault-expired').click()
  await page.mouse.move(640, 400)
  await page
    .getByTestId('relists')
    .filter({ hasText: /^[1-9]/ })
    .waitFor()
  await page.locator('[data-testid=status-link][data-link=live]').waitFor()
  await page.getByTestId('error').waitFor({ state: 'hidden' })
  await page.waitForTimeout(6_000)
}
