import { expect, test } from 'vitest'
import { mutantsOf } from './mutants-of.ts'

const mutated = (source: string): readonly string[] =>
  mutantsOf('a.ts', source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  )

test('operators, conditions, literals and calls change, one in each mutant', () => {
  expect(mutated('const a = b < 3 && c')).toEqual([
    'const a = b <= 3 && c',
    'const a = b < (3 + 1) && c',
    'const a = b < 3 || c',
  ])
  expect(mutated('if (a) b()')).toEqual(['if (!(a)) b()', 'if (a) ;'])
  expect(mutated('x = a ? true : b ?? c')).toEqual([
    'x = !(a) ? true : b ?? c',
    'x = a ? false : b ?? c',
    'x = a ? true : b',
  ])
})

test('types, imports, templates and errors do not change', () => {
  const source = [
    "import a from './a' with { type: 'json' }",
    'type A = true | 3',
    'const text = `1 + 2`',
    "if (a) throw new Error('a' + 1)",
    "const error = new UsageError('a' + 1)",
  ].join('\n')
  expect(mutantsOf('a.ts', source).map(({ before }) => before)).toEqual(['a'])
})

test('a value with a type annotation changes, with its line', () => {
  expect(mutantsOf('a.ts', 'const a = 1\nconst b = (2 as number)')).toMatchObject([
    { line: 1, before: '1' },
    { line: 2, before: '2', replacement: '(2 + 1)' },
  ])
})

test('durations and sizes that are named so do not change: one more of them is no fault', () => {
  const source = [
    'const WAIT_MS = 30 * 1000',
    'const f = ({ maxBytes = 1 << 20, attempts = 3 }) => maxBytes',
    'const end = now + 5',
  ].join('\n')
  expect(mutantsOf('a.ts', source).map(({ before }) => before)).toEqual(['3', '+', '5'])
})
