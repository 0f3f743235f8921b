import { createHash } from 'node:crypto'

/**
 * What the pages of the bundle, their workers and their service worker may load. Each of them gets it with its own
 * response: a worker does not inherit the policy of its page.
 *
 * @param html the page. Of the scripts and styles in a page, only those of this one may run
 */
export const contentSecurityPolicy = (html: string): string =>
  [
    "default-src 'none'",
    // The scanner is WebAssembly. Without 'wasm-unsafe-eval' a slower one in TypeScript replaces it.
    `script-src 'self' 'wasm-unsafe-eval' ${hashesOf(html, 'script')}`,
    "worker-src 'self'",
    `style-src 'self' ${hashesOf(html, 'style')}`,
    // The apiserver below /fake or /k8s.
    "connect-src 'self'",
    // The icon in index.html.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

function hashesOf(html: string, tag: 'script' | 'style'): string {
  const inline = html.matchAll(new RegExp(`<${tag}(?: type="module")?>(.*?)</${tag}>`, 'gs'))
  return Array.from(inline, ([, text = '']) => `'sha256-${sha256(text)}'`).join(' ')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
