import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** A block of code, and the file that stands in a comment above it. */
const BLOCK = /(?:<!-- (\S+) -->\n\n)?```tsx?\n([\s\S]*?)```/g
/** The address of a link to a file. */
const LINK = /\]\((\.[^)#]*)/g

/** Files whose every example is a file of its own, by how many there are at least. */
const PAGES = { 'packages/testing/README.md': 6, 'packages/worker/README.md': 3 }

describe.each(Object.entries(PAGES))('%s', (page, fewest) => {
  const text = readFileSync(join(ROOT, page), 'utf8')

  test('every example is a file that is compiled, and run where it is a test', () => {
    const blocks = [...text.matchAll(BLOCK)].map(([, file, code]) => ({ file, code }))
    expect(blocks.length).toBeGreaterThanOrEqual(fewest)
    for (const { file, code } of blocks) {
      expect(file, `of:\n${code}`).toBeDefined()
      expect(code).toBe(readFileSync(join(ROOT, file ?? ''), 'utf8'))
    }
  })

  test('every link to a file leads to one', () => {
    const links = [...text.matchAll(LINK)].map(([, link = '']) => link)
    expect(links.filter(link => !existsSync(join(ROOT, page, '..', link)))).toEqual([])
  })
})
