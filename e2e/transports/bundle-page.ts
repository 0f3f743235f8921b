import { join } from 'node:path'
import { build } from 'esbuild'

/** The HTML of a page that can run informers, see page.ts. */
export async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    conditions: ['@kube-informer/source'],
  })
  return `<!doctype html><script type="module">${outputFiles[0]?.text}</script>`
}
