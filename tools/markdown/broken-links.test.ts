import { expect, test } from 'vitest'
import { ROOT } from '../packages/packages.ts'
import { anchorsOf } from './anchors.ts'
import { brokenLinks } from './broken-links.ts'
import { readPages } from './pages.ts'

test('every relative link points to an existing file and anchor', () => {
  expect(brokenLinks(ROOT, readPages())).toEqual([])
})

test('finds a missing file and a missing anchor', () => {
  const pages = [
    {
      path: 'docs/hosts.md',
      text: '# A title\n[b](missing.md) [c](../README.md#nothing) [d](#a-title) [e](#no)',
    },
    { path: 'README.md', text: '# R' },
  ]
  expect(brokenLinks(ROOT, pages)).toEqual([
    'docs/hosts.md: missing.md does not exist',
    'docs/hosts.md: README.md has no anchor #nothing',
    'docs/hosts.md: docs/hosts.md has no anchor #no',
  ])
})

test('ignores links to other sites and link syntax in code', () => {
  const text = '[a](https://example.com/a#b) `[b](missing.md)`\n```ts\nlist[0](x)\n```\n'
  expect(brokenLinks(ROOT, [{ path: 'README.md', text }])).toEqual([])
})

test('anchors match those of GitHub', () => {
  const text = '# `npm run bench`, twice\n## Same\n## Same\n```sh\n# no heading\n```\n<a id="own"></a>'
  expect([...anchorsOf(text)].toSorted()).toEqual(['npm-run-bench-twice', 'own', 'same', 'same-1'])
})
