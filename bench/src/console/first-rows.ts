import type { Page } from 'playwright'
import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from '../chromium/browser.ts'
import { waitForObjects } from '../chromium/object-count.ts'

interface RowTimes {
  /** From the navigation to the frame in which rows were visible. */
  readonly first: number
  /** Until the console's own rows were visible, with all that they can do. */
  readonly own: number
}

declare global {
  var rowTimes: RowTimes | undefined
}

/** Runs in the page before its scripts. */
function watchForRows(): void {
  let first: number | undefined
  const isVisible = (selector: string): boolean =>
    document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false
  const look = (): void => {
    if (first === undefined && isVisible('[data-testid=first-row], [data-testid=row]'))
      first = performance.now()
    if (first !== undefined && isVisible('[data-testid=row][data-key], li[data-testid=row]'))
      globalThis.rowTimes = { first, own: performance.now() }
    else requestAnimationFrame(look)
  }
  look()
}

/** Opens a page in a new browser; for a reload, the console first loads everything and stores it. */
export async function run({ url, path, reload, count }: Setup): Promise<Sample> {
  const isConsole = path === ''
  return withBrowser(async ({ browser }) => {
    const page = await browser.contexts()[0]?.newPage()
    if (!page) throw new Error('the browser has no context')
    await page.addInitScript(watchForRows)
    await page.goto(`${url}${path}`, { waitUntil: 'commit' })
    const cold = await timesOfRows(page)
    if (isConsole) await isComplete(page, Number(count))
    if (!reload) return cold
    if (isConsole) await isStored(page)
    await page.reload({ waitUntil: 'commit' })
    const reloaded = await timesOfRows(page)
    if (isConsole) await isComplete(page, Number(count))
    return reloaded
  })
}

async function timesOfRows(page: Page): Promise<Sample> {
  const times = await page.waitForFunction(() => globalThis.rowTimes, undefined, { timeout: 120_000 })
  const { first = Number.NaN, own = Number.NaN } = (await times.jsonValue()) ?? {}
  return { ms: first, ownMs: own }
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
