import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, FullConfig, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const SNAPSHOTS = join(import.meta.dirname, 'accessibility.spec.ts-snapshots')

/** Those of the recorded pixels. Debian's Chromium depends on a package that has both. */
const FONTS = { system: 'DejaVu Sans', mono: 'DejaVu Sans Mono' }

/** Browsers of one major version draw the same pixels. */
const folderOf = (browser: Browser): string => `chromium-${browser.version().split('.')[0]}`

/** Why the recorded pixels cannot be compared with those of this browser; undefined if they can. */
export async function whyNoPixels(
  browser: Browser,
  { updateSnapshots }: FullConfig,
): Promise<string | undefined> {
  const folder = folderOf(browser)
  const recorded = existsSync(SNAPSHOTS)
    ? readdirSync(SNAPSHOTS).filter(name => name.startsWith('chromium-'))
    : []
  const isUpdate = updateSnapshots === 'all' || updateSnapshots === 'changed'
  if (!isUpdate && !recorded.includes(folder))
    return `the pixels were recorded by ${recorded.join(' and ') || 'no browser'}; this is ${folder}`
  const hasFonts = await browser.newPage().then(async page => {
    const answer = await measureFonts(page)
    await page.close()
    return answer
  })
  return hasFonts ? undefined : `the pixels have the fonts ${FONTS.system} and ${FONTS.mono}`
}

/** Compares what is on screen with the recorded pixels. */
export async function expectPixels(page: Page, browser: Browser, name: string): Promise<void> {
  await expect.soft(page, name).toHaveScreenshot([folderOf(browser), `${name}.png`], {
    maxDiffPixelRatio: 0.002,
    // What the page measures: frames, long tasks, and bytes on disk.
    mask: [page.locator('.status-line'), page.locator('.counters')],
  })
}

/** Whether the page would use the fonts of the recorded pixels: a text has the same width in them. */
function measureFonts(page: Page): Promise<boolean> {
  return page.evaluate(({ system, mono }) => {
    const context = document.createElement('canvas').getContext('2d')
    const widthIn = (families: string): number | undefined => {
      if (context) context.font = `100px ${families}`
      return context?.measureText('Deployments 0123 – shop/web').width
    }
    return (
      widthIn('system-ui') === widthIn(`"${system}", monospace`) &&
      widthIn('monospace') === widthIn(`"${mono}", serif`)
    )
  }, FONTS)
}
