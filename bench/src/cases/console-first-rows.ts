import type { Page } from 'playwright'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { waitForObjects } from '../support/chromium/object-count.ts'
import { BARE_PATH, STATIC_PATH } from '../support/console/bare-page.ts'
import { serveConsole } from '../support/servers.ts'

const PODS = '/'
/** Its first rows are only known when all have arrived. */
const SORTED = '/c/fake/core/v1/pods?sort=-age'

const firstRows = (name: string, setup: Setup): Contender => ({ name, run: openPage, setup })

/** The time until the console shows rows, beside a page that can do nothing else. */
export const consoleFirstRows: BenchCase = {
  name: 'console-first-rows',
  description: 'Chromium with an empty profile, {count} realistic Pods: navigation -> the first 50 rows',
  metrics: [
    { key: 'ms', unit: 'first rows ms' },
    { key: 'ownMs', unit: "ms until they are the console's" },
  ],
  setup: { count: 10_000 },
  smoke: { count: 300 },
  start: serveConsole,
  extra: true,
  contenders: [
    {
      ...firstRows('a bare page: fetch, JSON.parse, 50 rows of text', { path: BARE_PATH, reload: false }),
      floor: true,
    },
    firstRows('the console', { path: PODS, reload: false }),
    firstRows('the console, reloaded', { path: PODS, reload: true }),
    firstRows('the console with sorted Pods', { path: SORTED, reload: false }),
    firstRows('the console with sorted Pods, reloaded', { path: SORTED, reload: true }),
    firstRows('the bare page, reloaded', { path: BARE_PATH, reload: true }),
    firstRows('50 rows in the HTML, reloaded', { path: STATIC_PATH, reload: true }),
  ],
}

/** What the page logs, followed by the two times. */
const ROW_TIMES = 'row times'

/**
 * Runs in the page before its scripts. Logs the time from the navigation to the frame in which rows are visible, and the
 * time until the console's own rows are, with all that they can do.
 */
function logRowTimes(rowTimes: string): void {
  let first: number | undefined
  const isVisible = (selector: string): boolean =>
    document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false
  const look = (): void => {
    if (first === undefined && isVisible('[data-testid=first-row], [data-testid=row]'))
      first = performance.now()
    if (first !== undefined && isVisible('[data-testid=row][data-key], li[data-testid=row]'))
      console.debug(rowTimes, first, performance.now())
    else requestAnimationFrame(look)
  }
  look()
}

/** Opens a page in a new browser; for a reload, the console first loads everything and stores it. */
async function openPage({ url, path, reload, count }: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  const isConsole = !String(path).endsWith('.html')
  return withBrowser(async ({ browser }) => {
    const page = await browser.contexts()[0]?.newPage()
    if (!page) throw new Error('the browser has no context')
    await page.addInitScript(logRowTimes, ROW_TIMES)
    const cold = await timesOfRows(page, () => page.goto(`${url}${path}`, { waitUntil: 'commit' }))
    if (isConsole) await isComplete(page, Number(count))
    if (!reload) return cold
    if (isConsole) await isStored(page)
    const reloaded = await timesOfRows(page, () => page.reload({ waitUntil: 'commit' }))
    if (isConsole) await isComplete(page, Number(count))
    return reloaded
  })
}

/** Only listens until the times are there: what Playwright evaluates in a page delays its rows by some 10 ms. */
async function timesOfRows(page: Page, open: () => Promise<unknown>): Promise<Sample> {
  const logged = page.waitForEvent('console', {
    predicate: message => message.text().startsWith(ROW_TIMES),
    timeout: 120_000,
  })
  await open()
  const [ms = Number.NaN, ownMs = Number.NaN] = (await logged)
    .text()
    .slice(ROW_TIMES.length)
    .trim()
    .split(' ')
    .map(Number)
  return { ms, ownMs }
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
