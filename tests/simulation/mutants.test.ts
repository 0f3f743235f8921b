import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'

test.each(MUTANTS)('the text of "$name" occurs exactly once in its file', ({ file, find, replace }) => {
  const source = readFileSync(new URL(`../../packages/${file}`, import.meta.url), 'utf8')
  expect(source.split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})
