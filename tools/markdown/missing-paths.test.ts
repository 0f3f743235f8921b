import { expect, test } from 'vitest'
import { ROOT } from '../packages/packages.ts'
import { missingPaths, repositoryFiles } from './missing-paths.ts'
import { readPages } from './pages.ts'

const FILES = ['packages/core/src/api/keys.ts', 'tools/size.ts']

test('every path that a page mentions exists', () => {
  const pages = readPages().filter(({ path }) => !/^docs\/decisions\/0(?:0|10)/.test(path))
  expect(missingPaths(repositoryFiles(ROOT), pages)).toEqual([])
})

test('finds a path that does not exist', () => {
  const text = '`tools/gone.ts`, `keyz.ts` and `packages/core/lib`'
  expect(missingPaths(FILES, [{ path: 'README.md', text }])).toEqual([
    'README.md: tools/gone.ts does not exist',
    'README.md: keyz.ts does not exist',
    'README.md: packages/core/lib does not exist',
  ])
})

test('recognizes folders, full paths and path suffixes', () => {
  const text =
    '`packages/core/src/`, `tools/size.ts`, `keys.ts`, `api/keys.ts`, `npm run size`, `a.ts` in\n```\n`b.ts`\n```'
  expect(missingPaths(FILES, [{ path: 'README.md', text: text.replace('`a.ts` in', '') }])).toEqual([])
})
