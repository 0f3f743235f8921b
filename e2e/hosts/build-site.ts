import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../../tools/packages/packages.ts'

/** The folder of the tabs' bundled files. */
export const SITE_FOLDER: string = join(ROOT, '.cache', 'hosts')

const SCRIPTS = [
  'tab-page.ts',
  'informers.worker.ts',
  'old-informers.worker.ts',
  'no-disk-informers.worker.ts',
  'rights-page.tsx',
  'rights-informers.worker.ts',
]

const PAGES: Readonly<Record<string, string>> = {
  'tab.html': '<!doctype html><title>tab</title><script type="module" src="/tab-page.js"></script>',
  'rights.html':
    '<!doctype html><title>rights</title><div id="root"></div><script type="module" src="/rights-page.js"></script>',
  'elsewhere.html': '<!doctype html><title>elsewhere</title>',
}

/** Bundles the pages and their workers from the sources. */
export async function buildSite(): Promise<void> {
  await build({
    entryPoints: SCRIPTS.map(file => join(import.meta.dirname, file)),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    outdir: SITE_FOLDER,
    conditions: ['@kube-informer/source'],
    logLevel: 'warning',
  })
  for (const [name, html] of Object.entries(PAGES)) writeFileSync(join(SITE_FOLDER, name), html)
}

// biome-ignore lint/style/noDefaultExport: Playwright loads the default export as the global setup
export default buildSite
