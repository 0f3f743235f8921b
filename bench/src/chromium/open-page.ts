import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { BROWSER_ARGS, findBrowser } from '../../../scripts/browser.ts'
import { bundleScript } from './bundle-script.ts'

/** A page in a browser of its own. */
interface OpenPage {
  readonly page: Page
  close(): Promise<void>
}

/**
 * Bundles a page's script and its worker's, serves them and, below `/k8s`, an apiserver, and opens the page in Chromium.
 */
export async function openPage(scripts: readonly string[], apiserver: RequestListener): Promise<OpenPage> {
  const files = new Map<string, string>(
    await Promise.all(
      scripts.map(
        async name => [`/${name}.js`, await bundleScript(join(import.meta.dirname, name))] as const,
      ),
    ),
  )
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const script = files.get(pathname)
    if (pathname.startsWith('/k8s/')) {
      request.url = request.url?.slice('/k8s'.length) ?? '/'
      apiserver(request, response)
    } else if (script) response.setHeader('content-type', 'text/javascript').end(script)
    else response.setHeader('content-type', 'text/html').end(html(scripts[0] ?? ''))
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: [...BROWSER_ARGS],
    ...(executablePath ? { executablePath } : {}),
  })
  const page = await browser.newPage()
  page.on('pageerror', error => console.error(error))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  return {
    page,
    close: async () => {
      await browser.close()
      site.close().closeAllConnections()
    },
  }
}

const html = (script: string): string =>
  `<!doctype html><div id="root"></div><script type="module" src="/${script}.js"></script>`
