import { join } from 'node:path'
import { build } from 'esbuild'
import type { BrowserCommand } from 'vitest/node'
import { ROOT } from '../packages/packages.ts'

/**
 * Bundles a worker's file of the repository into one script: a browser test that starts many workers would
 * otherwise fetch a hundred modules for each.
 */
export const bundleWorker: BrowserCommand<[path: string]> = async (_, path) => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, path)],
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    conditions: ['@kube-informer/source'],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    bundleWorker(path: string): Promise<string>
  }
}
