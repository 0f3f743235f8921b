// node edge/build.ts: writes the dashboard, and a server for each runtime, to .cache/demo-edge
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { DEMO } from '../server/folders.ts'

/** The folder of the bundles. */
const EDGE_DIR: string = join(DEMO, '../.cache/demo-edge')

/** Bundles a server into one file of a folder. */
export const buildServer = (name: 'deno' | 'worker', outDir: string) =>
  build({
    configFile: false,
    root: DEMO,
    publicDir: false,
    logLevel: 'warn',
    ssr: {
      noExternal: true,
      target: 'webworker',
      resolve: { conditions: ['@kube-informer/source', 'module', 'import', 'default'] },
    },
    build: {
      ssr: join(import.meta.dirname, `${name}.ts`),
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: { output: { entryFileNames: `${name}.js`, codeSplitting: false } },
    },
  })

if (import.meta.main) {
  const assets = { outDir: join(EDGE_DIR, 'assets'), emptyOutDir: true }
  await build({ root: DEMO, logLevel: 'warn', build: assets })
  await buildServer('deno', EDGE_DIR)
  await buildServer('worker', EDGE_DIR)
  await copyFile(join(import.meta.dirname, 'wrangler.json'), join(EDGE_DIR, 'wrangler.json'))
}
