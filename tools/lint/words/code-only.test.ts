import { expect, test } from 'vitest'
import { codeOnly } from './code-only.ts'

const words = (source: string): readonly string[] => codeOnly(source).match(/\w+/g) ?? []

test('comments are removed', () => {
  expect(words('a // who\nb /* who\nwho */ c')).toEqual(['a', 'b', 'c'])
})

test('strings are removed, with escaped quotes in them', () => {
  expect(words(`const a = 'who\\'s who' + "who" + b`)).toEqual(['const', 'a', 'b'])
})

test('a quote in a comment does not start a string', () => {
  expect(words("// don't\nconst a = b // isn't")).toEqual(['const', 'a', 'b'])
})

test('the expressions of a template stay, its text is removed', () => {
  expect(words(`const a = \`who \${b} who \${c.d}\``)).toEqual(['const', 'a', 'b', 'c', 'd'])
})

test('line numbers stay the same', () => {
  const source = '/*\n\n*/\na\n`\nwho\n`\nb'
  const lines = codeOnly(source).split('\n')
  expect(lines.map(line => line.trim())).toEqual(['', '', '', 'a', '', '', '', 'b'])
})
