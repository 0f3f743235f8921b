import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright'
import { BROWSER_ARGS, findBrowser } from '../../tools/engines/installed-chromium.ts'
import { bundlePage } from './bundle-page.ts'
import type { FollowOptions, Seen } from './page.ts'

/** A browser, and a separate origin for its pages. */
export interface Chromium {
  /** Opens a page. @param origin the page's origin, if another one; no request reaches that server */
  open(origin?: string): Promise<Tab>
  close(): Promise<void>
}

/** A page that can run informers. */
interface Tab {
  readonly page: Page
  /** Starts informers, and returns their controls. */
  follow(options: FollowOptions): Promise<TabFollowing>
}

/** The test's handle on the informers of a page. */
export interface TabFollowing {
  add(namespace: string): Promise<void>
  seen(): Promise<readonly Seen[]>
  answers(): Promise<boolean>
  stop(): Promise<void>
}

/** Starts a browser. Certificates of test servers are trusted without a check. */
export async function openChromium(): Promise<Chromium> {
  const html = await bundlePage()
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const own = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    // An intercepted page has no IP address space, so Chromium would ask for permission to access loopback.
    args: [...BROWSER_ARGS, '--disable-features=LocalNetworkAccessChecks'],
    ...(executablePath ? { executablePath } : {}),
  })
  return {
    open: (origin = own) => openTab(browser, html, origin),
    close: async () => {
      await browser.close()
      site.close()
    },
  }
}

async function openTab(browser: Browser, html: string, origin: string): Promise<Tab> {
  const page = await browser.newPage({ ignoreHTTPSErrors: true })
  await page.route(`${origin}/page`, route => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${origin}/page`)
  return { page, follow: options => startFollowing(page, options) }
}

async function startFollowing(page: Page, options: FollowOptions): Promise<TabFollowing> {
  const index = await page.evaluate(
    options => transports.following.push(transports.follow(options)) - 1,
    options,
  )
  return {
    add: namespace =>
      page.evaluate(([index, namespace]) => transports.following[index]?.add(namespace), [
        index,
        namespace,
      ] as const),
    seen: () => page.evaluate(index => transports.following[index]?.seen() ?? [], index),
    answers: () => page.evaluate(index => transports.following[index]?.answers() ?? false, index),
    stop: () => page.evaluate(index => transports.following[index]?.stop(), index),
  }
}
