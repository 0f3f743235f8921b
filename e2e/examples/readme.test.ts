import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** A block of code, and the file that stands in a comment above it. */
const BLOCK = /(?:<!-- (\S+) -->\n\n)?```tsx?\n([\s\S]*?)```/g

const readme = readFileSync(join(ROOT, 'packages/testing/README.md'), 'utf8')
const blocks = [...readme.matchAll(BLOCK)].map(([, file, code]) => ({ file, code }))

test('every example of the README is a file that is compiled, and run where it is a test', () => {
  expect(blocks.length).toBeGreaterThan(5)
  for (const { file, code } of blocks) {
    expect(file, `of:\n${code}`).toBeDefined()
    expect(code).toBe(readFileSync(join(ROOT, file ?? ''), 'utf8'))
  }
})
