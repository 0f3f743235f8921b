import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT, tool } from './packages.ts'

const SOURCES = `${ROOT}/packages/react/src`

const bundle = (entry: string) =>
  build({
    entryPoints: [`${SOURCES}/${entry}`],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@kube-informer/source'],
    external: ['react', 'react/jsx-runtime', 'zustand'],
    metafile: true,
    write: false,
  })

test("the client entries keep 'use client' after tsc and esbuild", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'use-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync(tool('tsc'), ['-p', `${ROOT}/packages/react`, '--noCheck', '--outDir', folder])
  for (const entry of ['index', 'hydration/index']) {
    expect(readFileSync(join(folder, `${entry}.js`), 'utf8')).toMatch(/^['"]use client['"]/)
    const { outputFiles } = await bundle(`${entry}.ts`)
    expect(outputFiles[0]?.text).toMatch(/^(\/\/.*\n)*['"]use client['"]/)
  }
})

test('the server entry contains no client code', async () => {
  const { metafile } = await bundle('server/index.ts')
  const [output] = Object.values(metafile.outputs)
  expect(output?.imports).toEqual([])
  expect(Object.keys(metafile.inputs).filter(path => path.endsWith('.tsx'))).toEqual([])
})
