import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { SITE_FOLDER } from './build-site.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** The server of the tabs' origin. */
export interface Site {
  readonly url: string
  close(): Promise<void>
}

/** Serves the tabs' files on a separate port: a page must reload while the apiserver is unreachable. */
export async function serveSite(): Promise<Site> {
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    readFile(join(SITE_FOLDER, pathname)).then(
      file => response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'text/plain').end(file),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (typeof address !== 'object' || !address) throw new Error('the site has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
