import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { ROOT } from '../../tools/packages/packages.ts'

/** The folder of the bundled pages and their server. */
const SITE_FOLDER = join(ROOT, '.cache', 'react')
/** The bundled server. */
export const SITE_SERVER: string = join(SITE_FOLDER, 'site.mjs')

const PAGES = ['devtools', 'namespaces', 'rendered', 'writes'].map(name => `${name}-page.tsx`)

/** Bundles the pages, their worker and their server from the sources. */
export async function buildSite(): Promise<void> {
  const entryPoints = (files: readonly string[]) => files.map(file => join(import.meta.dirname, file))
  const options: BuildOptions = {
    outdir: SITE_FOLDER,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['@kube-informer/source'],
    logLevel: 'warning',
  }
  await Promise.all([
    build({ ...options, entryPoints: entryPoints([...PAGES, 'informers.worker.ts']) }),
    build({
      ...options,
      entryPoints: entryPoints(['site.ts']),
      outExtension: { '.js': '.mjs' },
      platform: 'node',
      external: ['react', 'react-dom'],
    }),
  ])
}

// biome-ignore lint/style/noDefaultExport: Playwright loads the default export as the global setup
export default buildSite
