import { expect, test } from 'vitest'
import { describeMutant, type Outcome, shareFound, summary } from './summary.ts'

const outcome = (file: string, isFound: boolean): Outcome => ({
  isFound,
  mutant: {
    ...{ file, start: 0, end: 1, line: 3, before: '<', replacement: '<=' },
    tests: { folder: 'packages/core/src/a', files: [] },
  },
})

test('a summary names the survivors, the shares of their folders, and those of packages and of all', () => {
  const outcomes = [
    outcome('packages/core/src/a/x.ts', true),
    outcome('packages/core/src/a/y.ts', false),
    outcome('packages/cacher/src/a/z.ts', true),
  ]
  expect(summary(outcomes)).toEqual([
    'survives: packages/core/src/a/y.ts:3: < → <=',
    ' 50 % of   2: packages/core/src/a',
    '100 % of   1: packages/cacher',
    ' 50 % of   2: packages/core',
    '2 of 3 mutants found (67 %)',
  ])
  expect(shareFound(outcomes)).toBeCloseTo(2 / 3)
})

test('a mutant says which tests ran, unless they are beside it', () => {
  const { mutant } = outcome('packages/core/src/a/b/x.ts', true)
  expect(describeMutant(mutant)).toBe('packages/core/src/a/b/x.ts:3: < → <= (tests of packages/core/src/a)')
  expect(describeMutant({ ...mutant, tests: undefined })).toBe(
    'packages/core/src/a/b/x.ts:3: < → <= (no tests)',
  )
})

test('without outcomes no share is found', () => expect(shareFound([])).toBe(0))
