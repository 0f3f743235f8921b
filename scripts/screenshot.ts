// Takes the screenshot of the demo for the README: npm run screenshot [-- docs/demo.png]
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { startDemo } from '../e2e/preview.ts'
import { BROWSER_ARGS, ensureBrowser } from '../tools/browser.ts'
import { ROOT } from '../tools/packages.ts'

const path = join(ROOT, process.argv[2] ?? 'docs/demo.png')

/** Waits for the Pods and for a few seconds of events in the chart. */
async function settle(page: Page): Promise<void> {
  await page.goto('/c/fake/core/v1/pods')
  await page.locator('[data-testid=status-link][data-link=live]').waitFor({ timeout: 60_000 })
  await page.getByTestId('row').first().waitFor()
  await page.waitForTimeout(15_000)
}

const demo = await startDemo([])
const browser = await chromium.launch({ args: [...BROWSER_ARGS], executablePath: ensureBrowser() })
try {
  const page = await browser.newPage({
    baseURL: demo.url,
    viewport: { width: 1280, height: 720 },
    deviceScaleFactor: 2,
  })
  await settle(page)
  await page.screenshot({ path })
  console.log(`wrote ${path}`)
} finally {
  await browser.close()
  await demo.stop()
}
