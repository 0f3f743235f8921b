import type { Plugin } from 'vite'

/** The module that the first script imports once it has shown rows. */
const CONSOLE = '/src/main.tsx'

/**
 * Lets the browser fetch the console's scripts from the start, although they only run after the first rows. A `modulepreload`
 * would compile them as soon as they arrive, and delay these rows.
 */
export function preloadConsole(): Plugin {
  let base = '/'
  return {
    name: 'preload-console',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const entry = chunks.find(chunk => chunk.facadeModuleId?.endsWith(CONSOLE))
        const files = entry && html.includes('first-frame') ? [entry.fileName, ...entry.imports] : []
        return files.map(href => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'script', crossorigin: true, href: base + href },
          injectTo: 'body',
        }))
      },
    },
  }
}
