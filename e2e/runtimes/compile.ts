import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build } from '../../scripts/build.ts'

const SOURCES = import.meta.dirname
const COMPILED = join(SOURCES, 'dist')

/** A runtime's compiled example. */
export const example = (name: string): string => join(COMPILED, `${name}.js`)

/** Compiles every example against what `npm run build` emits: what runs is what a user would install. */
export async function compileExamples(): Promise<void> {
  build()
  await bundle({
    entryPoints: ['node', 'bun', 'deno', 'workerd'].map(name => join(SOURCES, `${name}.ts`)),
    outdir: COMPILED,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
  })
  // Not bundled: here Node itself resolves the package, by its exports.
  await bundle({ entryPoints: [join(SOURCES, 'import-core.ts')], outdir: COMPILED, format: 'esm' })
}
