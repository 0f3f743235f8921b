import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { contentSecurityPolicy } from './content-security-policy.ts'

interface Page {
  readonly html: string
  readonly compressed: Buffer
  readonly policy: (host: string) => string
  readonly etag: string
}

/** Serves `index.html` of a bundle from memory, and sends its policy with every file. `--watch` builds it again. */
export function servePage(folder: string): Plugin {
  const path = join(folder, 'index.html')
  let page: Page | undefined
  let builtAt = Number.NaN
  const read = (): Page => {
    const { mtimeMs } = statSync(path)
    if (!page || mtimeMs !== builtAt) page = pageOf(readFileSync(path, 'utf8'))
    builtAt = mtimeMs
    return page
  }
  return {
    name: 'serve-page',
    configurePreviewServer({ middlewares }) {
      middlewares.use(({ url = '', headers }, response, next) => {
        const { html, compressed, policy, etag } = read()
        response.setHeader('content-security-policy', policy(headers.host ?? ''))
        if (!/^\/index\.html(?:\?|$)/.test(url)) return next()
        response.setHeader('etag', etag).setHeader('cache-control', 'no-cache')
        if (headers['if-none-match'] === etag) return response.writeHead(304).end()
        response.setHeader('content-type', 'text/html').setHeader('vary', 'accept-encoding')
        if (!String(headers['accept-encoding']).includes('gzip')) return response.end(html)
        response.setHeader('content-encoding', 'gzip').end(compressed)
      })
    },
  }
}

const pageOf = (html: string): Page => ({
  html,
  compressed: gzipSync(html),
  policy: contentSecurityPolicy(html),
  etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
})
