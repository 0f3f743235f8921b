import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Run, Sample, Setup } from '../bench-case.ts'

/** Runs a contender as servers do: bundled, with React's production build. */
export async function run(setup: Setup): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-ssr-'))
  try {
    const outfile = join(folder, 'contender.cjs')
    await build({
      entryPoints: [fileURLToPath(new URL(`./${String(setup.entry)}.ts`, import.meta.url))],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      conditions: ['@kube-informer/source'],
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    })
    const contender = (await import(pathToFileURL(outfile).href)) as { readonly run: Run }
    return await contender.run(setup)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
