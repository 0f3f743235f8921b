import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { expect, test } from 'vitest'
import { findCases } from './find-cases.ts'

const cases = await findCases()

test('cases have different names, and so have the contenders of a case', () => {
  const names = cases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { contenders } of cases)
    expect(new Set(contenders.map(({ name }) => name)).size).toBe(contenders.length)
})

test('each case has one floor, and at most one peer', () => {
  for (const { name, contenders } of cases) {
    expect(contenders.filter(({ floor }) => floor).length, name).toBe(1)
    expect(contenders.filter(({ peer }) => peer).length, name).toBeLessThan(2)
  }
})

/** What the file of a case loads is in the memory of each of its contenders. */
test('the file of a case loads no library: contenders import what they need', async () => {
  const entryPoints = [...new Set(cases.map(({ file }) => fileURLToPath(file)))]
  const { metafile } = await build({
    entryPoints,
    outdir: 'never written',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
  })
  const libraries = Object.keys(metafile.inputs)
    .filter(file => file.includes('/cases/'))
    .map(file => [file, librariesOf(file, metafile)])
  expect(libraries).toHaveLength(entryPoints.length)
  expect(libraries.filter(([, names = []]) => names.length > 0)).toEqual([])
})

/** The packages that a file imports when it is loaded, itself or by other files. */
function librariesOf(file: string, { inputs }: Metafile, seen: Set<string> = new Set()): readonly string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return (inputs[file]?.imports ?? [])
    .filter(({ kind, path }) => kind === 'import-statement' && !path.startsWith('node:'))
    .flatMap(({ external, path }) => (external ? [path] : librariesOf(path, { inputs, outputs: {} }, seen)))
}
