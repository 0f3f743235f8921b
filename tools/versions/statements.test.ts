import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readJson } from '../packages/packages.ts'
import type { StatedMinimums } from './package-minimums.ts'
import { statementProblems } from './statements.ts'

const stated = readJson<StatedMinimums>(join(ROOT, 'tools/minimum-versions.json'))

test('the README and `engines` state the minimum versions of tools/minimum-versions.json', () => {
  expect(statementProblems(stated)).toEqual([])
})

test('a risen minimum is missing in the README and in `engines`', () => {
  const risen = { ...stated, '@kube-informer/relay': { nodejs: { version: '22.1.0', by: 'x' } } }
  expect(statementProblems(risen)).toEqual([
    expect.stringMatching(/^README\.md does not have the line \| relay \|.* 22\.1 \|/),
    'packages/relay/package.json: engines.node is >=20, not >=22.1',
  ])
})

test('the README of a package asks for the same Node', () => {
  const risen = {
    ...stated,
    '@kube-informer/codegen: dependencies': { nodejs: { version: '24.0.0', by: 'undici' } },
  }
  expect(statementProblems(risen)).toContain('packages/codegen/README.md asks for Node 22.19, not 24')
})
