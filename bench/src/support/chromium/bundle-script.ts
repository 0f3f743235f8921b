import { join } from 'node:path'
import { build } from 'esbuild'

const PAGES = join(import.meta.dirname, '..', 'pages')

/**
 * Bundles a script of `support/pages` for the browser with production settings; otherwise React's development build would be measured.
 *
 * @param name without extension; pages are `.tsx`, others `.ts`
 */
export async function bundleScript(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PAGES, `${name}.${name.endsWith('page') ? 'tsx' : 'ts'}`)],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    // The production build with profiling enabled.
    alias: { 'react-dom/client': 'react-dom/profiling' },
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['@kube-informer/source'],
  })
  return outputFiles[0]?.text ?? ''
}
