import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** A block of code, and the file that stands in a comment above it. */
const BLOCK = /(?:<!-- (\S+) -->\n\n)?```tsx?\n([\s\S]*?)```/g
/** The address of a link to a file. */
const LINK = /\]\((?!\w+:|#)([^)#]+)/g

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Pages whose every example is a file of its own, and how many there are at least. */
test.each([
  ['packages/testing/README.md', 6],
  ['packages/worker/README.md', 3],
] as const)('every example of %s is a file that is compiled, and run where it is a test', (page, fewest) => {
  const blocks = [...read(page).matchAll(BLOCK)].map(([, file, code]) => ({ file, code }))
  expect(blocks.length).toBeGreaterThanOrEqual(fewest)
  for (const { file, code } of blocks) {
    expect(file, `of:\n${code}`).toBeDefined()
    expect(code).toBe(read(file ?? ''))
  }
})

test('every link of a page to a file leads to one', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT })
  const links = pages.flatMap(page => [...read(page).matchAll(LINK)].map(([, link = '']) => ({ page, link })))
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ page, link }) => !existsSync(join(ROOT, page, '..', link)))).toEqual([])
})
