import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'

test.each(MUTANTS)(
  'the text of "$name" occurs exactly once in its file',
  ({ file, find, replace, tests }) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    expect(source.split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
    expect(tests.filter(path => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
  },
)

test('each mutant has a name of its own', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
})
