import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BenchCase, Contender, Run, Sample, Setup } from '../runner/bench-case.ts'

const rendered = (name: string, entry: string): Contender => ({ name, run: runBundled, setup: { entry } })

/** One rendering on a server, for a request whose rows have been read. */
export const ssr: BenchCase = {
  name: 'ssr',
  description: 'renderToString of {count} rows of a table of Pods',
  metrics: [
    { key: 'cpuMs', unit: 'CPU ms', digits: 2 },
    { key: 'ms', unit: 'ms', digits: 2 },
  ],
  setup: { count: 200, passes: 7, renders: 100 },
  smoke: { count: 20, passes: 1, renders: 2 },
  short: { bestOf: 1 },
  contenders: [
    { ...rendered('a plain array', 'plain'), floor: true },
    rendered('useLister below InformerHydrationBoundary', 'hydrated'),
  ],
}

/** Runs a contender as servers do: bundled, with React's production build. */
async function runBundled(setup: Setup): Promise<Sample> {
  const { build } = await import('esbuild')
  const folder = mkdtempSync(join(tmpdir(), 'bench-ssr-'))
  try {
    const outfile = join(folder, 'contender.cjs')
    await build({
      entryPoints: [fileURLToPath(new URL(`../support/ssr/${String(setup.entry)}.ts`, import.meta.url))],
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
