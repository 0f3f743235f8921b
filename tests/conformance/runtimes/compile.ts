import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { buildPackages } from '../../../tools/packages/build-packages.ts'

const SOURCES = import.meta.dirname
const COMPILED = join(SOURCES, 'dist')

/** The path of a compiled script, given its path in this folder. */
export const compiled = (name: string): string => join(COMPILED, `${name}.js`)

const EXAMPLES = ['node', 'bun', 'deno', 'workerd']
const SUITE = ['process', 'workerd', 'page', 'worker'].map(name => `streams/${name}`)

/** Compiles examples and suite against the output of `npm run build`, which is what users install. */
export async function compileAll(): Promise<void> {
  buildPackages()
  await bundle({
    entryPoints: [...EXAMPLES, ...SUITE].map(name => join(SOURCES, `${name}.ts`)),
    outdir: COMPILED,
    outbase: SOURCES,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
  })
  // Not bundled, so that Node resolves the package through its exports.
  await bundle({ entryPoints: [join(SOURCES, 'import-core.ts')], outdir: COMPILED, format: 'esm' })
}
