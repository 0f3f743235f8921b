import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildWithVite } from 'vite'
import webpack from 'webpack'
import { buildPackages } from '../../tools/packages/build-packages.ts'
import webpackConfiguration from './hosting/webpack.config.ts'

const HOSTING = join(import.meta.dirname, 'hosting')
const PLAIN = join(import.meta.dirname, 'plain-esm')
const BUILT = join(import.meta.dirname, '../../.cache/examples')

/** A built example and the folder of its files. */
export interface BuiltExample {
  readonly name: string
  readonly folders: readonly string[]
}

/** Builds the packages for publishing, then each example with its own bundler and configuration. */
export async function buildHosting(): Promise<readonly BuiltExample[]> {
  buildPackages()
  return [await withVite(), await withWebpack(), await withoutBundler()]
}

async function withVite(): Promise<BuiltExample> {
  const outDir = join(BUILT, 'vite')
  await buildWithVite({
    configFile: join(HOSTING, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  return { name: 'Vite', folders: [outDir] }
}

async function withWebpack(): Promise<BuiltExample> {
  const path = join(BUILT, 'webpack')
  const compiler = webpack({
    ...webpackConfiguration,
    output: { ...webpackConfiguration.output, path, clean: true },
  })
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats))),
  )
  if (!stats || stats.hasErrors())
    throw new Error(stats?.toString({ colors: false }) ?? 'webpack returned no statistics')
  return { name: 'webpack', folders: [path, HOSTING] }
}

/** Serves the application's files unchanged. Only the modules that it imports from the packages are bundled. */
async function withoutBundler(): Promise<BuiltExample> {
  const outdir = join(BUILT, 'plain-esm/vendor')
  const entryPoints = ['page', 'worker'].map(name => join(PLAIN, `imports/${name}.js`))
  await bundle({ entryPoints, outdir, bundle: true, splitting: true, format: 'esm' })
  return { name: 'plain ESM', folders: [PLAIN, join(BUILT, 'plain-esm')] }
}
