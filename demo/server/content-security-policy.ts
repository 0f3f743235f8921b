import { createHash } from 'node:crypto'

/** The scripts of the bundle, and what its service worker imports. What a cluster serves, such as a log, is none. */
const SCRIPTS = ['/assets/', '/mockServiceWorker.js']
const WORKERS = ['/assets/', '/mock-requests.js']

/** A host of a source list. It has no form for an IPv6 address. */
const HOST = /^[\w.-]+(?::\d+)?$/

/**
 * What the pages of the bundle, their workers and their service worker may load. Each of them gets it with its own
 * response: a worker does not inherit the policy of its page.
 *
 * @param html the page. Of the scripts and styles in a page, only those of this one may run
 * @returns the policy for the host by which the server was reached
 */
export function contentSecurityPolicy(html: string): (host: string) => string {
  const [scripts, styles] = [hashesOf(html, 'script'), hashesOf(html, 'style')]
  return host =>
    [
      "default-src 'none'",
      // The scanner is WebAssembly. Without 'wasm-unsafe-eval' a slower one in TypeScript replaces it.
      `script-src ${sources(host, SCRIPTS)} 'wasm-unsafe-eval' ${scripts}`,
      `worker-src ${sources(host, WORKERS)}`,
      `style-src 'self' ${styles}`,
      // The apiserver below /fake or /k8s.
      "connect-src 'self'",
      // The icon in index.html.
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ')
}

const sources = (host: string, paths: readonly string[]): string =>
  HOST.test(host) ? paths.map(path => `http://${host}${path}`).join(' ') : "'self'"

function hashesOf(html: string, tag: 'script' | 'style'): string {
  const inline = html.matchAll(new RegExp(`<${tag}(?: type="module")?>(.*?)</${tag}>`, 'gs'))
  return Array.from(inline, ([, text = '']) => `'sha256-${sha256(text)}'`).join(' ')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
