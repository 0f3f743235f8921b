import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from '../chromium/browser.ts'
import { waitForObjects } from '../chromium/object-count.ts'

declare global {
  /** The time from the navigation to the first row. */
  var firstRowMs: number | undefined
}

/** Runs in the page before its scripts. */
function watchForRow(): void {
  const look = (): void => {
    if (document.querySelector('[data-testid=row]')) globalThis.firstRowMs = performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

/** Opens a page in a new browser, and checks that it receives every Pod. */
export async function run(setup: Setup): Promise<Sample> {
  const { page: form, startUrl, bareUrl } = setup
  const count = Number(setup.count)
  const query = form === 'mock' ? `?mock&churn=0&pods=${count}` : ''
  return withBrowser(async ({ browser }) => {
    const page = await browser.contexts()[0]?.newPage()
    if (!page) throw new Error('the browser has no context')
    await page.addInitScript(watchForRow)
    await page.goto(`${form === 'bare' ? bareUrl : startUrl}${query}`, { waitUntil: 'commit' })
    await waitForObjects(page, count)
    const ms = await page.waitForFunction(() => globalThis.firstRowMs)
    return { ms: (await ms.jsonValue()) ?? Number.NaN }
  })
}
