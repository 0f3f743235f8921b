import { readFileSync } from 'node:fs'
import { generateResources } from '@kube-informer/codegen'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

// The same as `npm run check`, without a process.
test('the generated modules are those of the CRDs', () => {
  const file = 'crds/widgets.yaml'
  const files = generateResources({ documents: [{ file, text: read(file) }] })
  expect(files.map(({ path }) => path)).toEqual(['example.com/v1/widgets.ts', 'example.com/v2/widgets.ts'])
  for (const { path, text } of files) expect(read(`src/generated/${path}`)).toBe(text)
})
