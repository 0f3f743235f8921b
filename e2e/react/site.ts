// A server in Node of the pages, and of what they are built from. It prints its URL.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { render } from './render.tsx'

/** The body of a page. Its script reads the same URL. */
const bodyOf = async ({ pathname, searchParams }: URL): Promise<string> =>
  pathname === '/rendered' ? render(searchParams.get('upstream') ?? '') : '<div id="root"></div>'

// Without the icon, the browser reports that there is none.
const pageOf = (title: string, body: string): string =>
  `<!doctype html><title>${title}</title><link rel="icon" href="data:,">${body}<script type="module" src="/${title}-page.js"></script>`

const http = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://site')
  try {
    if (url.pathname.endsWith('.js')) {
      const script = await readFile(join(import.meta.dirname, url.pathname))
      response.setHeader('Content-Type', 'text/javascript').end(script)
    } else {
      const page = pageOf(url.pathname.slice(1), await bodyOf(url))
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
    }
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}`))
