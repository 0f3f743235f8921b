import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../packages/packages.ts'
import { blocksOf } from './blocks.ts'
import { compileBlocks } from './compile-blocks.ts'
import { readPages } from './pages.ts'

const blocks = readPages().flatMap(blocksOf)
const excerpts = blocks.filter(({ file }) => file === undefined)

/** Pages that register informer types. Two of them in one program would conflict. */
const registering = new Set(
  blocks.filter(({ code }) => code.includes('declare module')).map(({ page }) => page),
)

test('the pages contain examples', () => {
  expect(blocks.length).toBeGreaterThan(20)
})

test.each(blocks.filter(({ file }) => file !== undefined))(
  'the example at $page:$line is the file $file',
  ({ code, file = '' }) => {
    expect(code).toBe(readFileSync(join(ROOT, file), 'utf8'))
  },
)

test('every other example compiles', { timeout: 60_000 }, () => {
  expect(compileBlocks(excerpts.filter(({ page }) => !registering.has(page)))).toEqual([])
})

test.each([...registering])(
  'the examples of %s compile, with the types that it registers',
  { timeout: 60_000 },
  page => {
    expect(compileBlocks(excerpts.filter(block => block.page === page))).toEqual([])
  },
)

test('reports an example that does not compile, with its line in the page', () => {
  const text = '# Page\n\n```ts\nconst a: string = 1\n```\n'
  const errors = compileBlocks(blocksOf({ path: 'docs/page.md', text }))
  expect(errors).toEqual([expect.stringMatching(/docs\/page\.md\/line-4\.ts\(4,7\): error TS2322/)])
})

test('declarations that a page does not show, and files that it names, are part of its program', () => {
  const named = '```ts\n// numbers.ts\nexport const one = 1\n```\n'
  const given = '<!-- given\ndeclare const two: number\n-->\n\n'
  const using = "```ts\nimport { one } from './numbers.ts'\nconst three: number = one + two\n```\n"
  expect(compileBlocks(blocksOf({ path: 'docs/page.md', text: `${named}\n${given}${using}` }))).toEqual([])
})
