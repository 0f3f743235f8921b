import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium, type Page } from 'playwright'
import { BROWSER_ARGS, findBrowser } from '../../../scripts/browser.ts'

/** A page in a browser of its own. */
interface OpenPage {
  readonly page: Page
  close(): Promise<void>
}

/**
 * Bundles a page's script and its worker's, serves them and, below `/k8s`, an apiserver, and opens the page in Chromium.
 * Bundled as for production: React's development build would be measured otherwise.
 */
export async function openPage(scripts: readonly string[], apiserver: RequestListener): Promise<OpenPage> {
  const files = new Map<string, string>(
    await Promise.all(scripts.map(async name => [`/${name}.js`, await bundle(name)] as const)),
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

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `${name}.${name.endsWith('page') ? 'tsx' : 'ts'}`)],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    // As the production build, and it tells a Profiler.
    alias: { 'react-dom/client': 'react-dom/profiling' },
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['@kube-informer/source'],
  })
  return outputFiles[0]?.text ?? ''
}
