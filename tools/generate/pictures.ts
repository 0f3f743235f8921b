import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { recordJourney } from '../../e2e/pictures/journey.ts'
import { takeScreenshots } from '../../e2e/pictures/screenshots.ts'
import { startDemo } from '../../e2e/preview.ts'
import { BROWSER_ARGS, ensureBrowser } from '../engines/installed-chromium.ts'
import { ROOT } from '../packages/packages.ts'

const folder = join(ROOT, 'docs')

async function takePictures(browser: Browser, url: string): Promise<void> {
  await takeScreenshots(browser, url, folder)
  await recordJourney(browser, url, join(folder, 'console.webp'))
}

/** Takes the pictures of the console for the READMEs. */
export async function generatePictures(): Promise<void> {
  const demo = await startDemo([])
  const browser = await chromium.launch({ args: [...BROWSER_ARGS], executablePath: ensureBrowser() })
  try {
    await takePictures(browser, demo.url)
  } finally {
    await browser.close()
    await demo.stop()
  }
}
