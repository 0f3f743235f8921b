import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles a worker of this folder for workerd. */
export async function bundleWorker(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    conditions: ['@kube-informer/source', 'workerd'],
    external: ['cloudflare:*'],
  })
  return outputFiles[0]?.text ?? ''
}
