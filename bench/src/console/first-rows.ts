import type { Page } from 'playwright'
import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from '../chromium/browser.ts'
import { waitForObjects } from '../chromium/object-count.ts'
import { BARE_PATH } from './bare-page.ts'

declare global {
  /** The time from the navigation to the frame in which rows were visible. */
  var firstRowsMs: number | undefined
}

/** Runs in the page before its scripts. */
function watchForRows(): void {
  const look = (): void => {
    const row = document.querySelector('[data-testid=row][data-key], li[data-testid=row]')
    if (row && row.getBoundingClientRect().height > 0) globalThis.firstRowsMs = performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

/** Opens a page in a new browser; for a reload, it waits until the page has loaded everything and stored it. */
export async function run({ page: form, url, count }: Setup): Promise<Sample> {
  const isBare = String(form).startsWith('bare')
  return withBrowser(async ({ browser }) => {
    const page = await browser.contexts()[0]?.newPage()
    if (!page) throw new Error('the browser has no context')
    await page.addInitScript(watchForRows)
    await page.goto(isBare ? `${url}${BARE_PATH}` : String(url), { waitUntil: 'commit' })
    const first = await firstRows(page)
    if (!isBare) await isComplete(page, Number(count))
    if (!String(form).endsWith('reload')) return { ms: first }
    if (!isBare) await isStored(page)
    await page.reload({ waitUntil: 'commit' })
    const ms = await firstRows(page)
    if (!isBare) await isComplete(page, Number(count))
    return { ms }
  })
}

async function firstRows(page: Page): Promise<number> {
  const ms = await page.waitForFunction(() => globalThis.firstRowsMs, undefined, { timeout: 120_000 })
  return (await ms.jsonValue()) ?? Number.NaN
}

/** Rows that are painted early are only worth something if all of them follow. */
async function isComplete(page: Page, count: number): Promise<void> {
  await page
    .locator('[data-testid=status-link][data-link=live]')
    .waitFor({ timeout: 120_000, state: 'attached' })
  await waitForObjects(page, count)
}

const isStored = async (page: Page): Promise<void> =>
  page.locator('[data-testid=storage][data-storage=on]').waitFor({ timeout: 60_000, state: 'attached' })
