import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { BROWSER_ARGS, findBrowser } from '../../../../tools/engines/installed-chromium.ts'

/** A browser with a profile on disk. Playwright's default contexts keep their databases in memory. */
export interface BenchBrowser {
  readonly browser: Browser
  openTab(url: string): Promise<Page>
  close(): Promise<void>
}

/** Starts a browser. With the same profile, stored data is available again. */
export async function openBrowser(profile: string): Promise<BenchBrowser> {
  const executablePath = findBrowser()
  const context = await chromium.launchPersistentContext(profile, {
    args: [...BROWSER_ARGS],
    ...(executablePath ? { executablePath } : {}),
  })
  const browser = context.browser()
  if (!browser) throw new Error('this Playwright version does not expose the browser of a profile')
  return {
    browser,
    async openTab(url) {
      const page = await context.newPage()
      page.on('pageerror', error => console.error(error))
      page.on('console', message => message.type() === 'error' && console.error(message.text()))
      await page.goto(url)
      return page
    },
    close: () => context.close(),
  }
}

/** Runs with a temporary profile, which is deleted afterwards. */
export async function withProfile<T>(use: (profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'kube-informer-bench-'))
  try {
    return await use(profile)
  } finally {
    // A browser that has just exited may still be deleting files.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Runs with a browser and an empty profile; closes and deletes them afterwards. */
export const withBrowser = <T>(use: (browser: BenchBrowser) => Promise<T>): Promise<T> =>
  withProfile(async profile => {
    const browser = await openBrowser(profile)
    try {
      return await use(browser)
    } finally {
      await browser.close()
    }
  })
