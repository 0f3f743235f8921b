import { expect, test } from 'vitest'
import { docComment } from './doc-comment.ts'

const comment = (text: string, indent = '') => docComment({ text }, indent)

test('C-GEN-16: a short text is one line, one of several lines a block, and no text is no comment', () => {
  expect(comment('The size.')).toBe('/** The size. */\n')
  expect(comment('A.\r\nB.\rC.\u2028D.', '  ')).toBe('  /**\n   * A.\n   * B.\n   * C.\n   * D.\n   */\n')
  expect(comment('\n\nA.\n\n\n  \nB. \n\n')).toBe('/**\n * A.\n *\n * B.\n */\n')
  expect(comment('')).toBe('')
  expect(comment(' \n\t\n')).toBe('')
})

test('C-GEN-16: nothing in a text ends the comment', () => {
  expect(comment('*/ alert() /*')).toBe('/** *\\/ alert() /* */\n')
  expect(comment('**/ a */*/')).toBe('/** **\\/ a *\\/*\\/ */\n')
  expect(comment(`${'x'.repeat(105)}*\n/ y *`)).toBe(`/**\n * ${'x'.repeat(105)}*\n * / y *\n */\n`)
  expect(docComment({ tags: ['@default "*/"'], notes: ['*/'] }, '')).not.toMatch(/\*\/(?=.*\n.)/s)
})

test('C-GEN-16: a word with @ at the start of a line is no tag, also after a line is broken', () => {
  expect(comment('@deprecated use b')).toBe('/** \\@deprecated use b */\n')
  expect(comment('One.\n  @ts-expect-error')).toBe('/**\n * One.\n *   \\@ts-expect-error\n */\n')
  expect(comment(`${'x'.repeat(104)} @param y`)).toBe(`/**\n * ${'x'.repeat(104)}\n * \\@param y\n */\n`)
  expect(comment('mail a@b.c or @team')).toBe('/** mail a@b.c or @team */\n')
  expect(docComment({ notes: ['a\n@b'], tags: [`@default ${'"x" '.repeat(30)}@y`] }, '')).not.toMatch(
    /^ \* @[by]/m,
  )
})

test('C-GEN-16: backticks, emoji and markup stay as they are, and controls are left out', () => {
  const text = '`a` {b} <b> \\n 👩‍💻 é'
  expect(comment(text)).toBe(`/** ${text} */\n`)
  expect(comment('a\u0000\u0007b\u202Ec\u2066d\tE')).toBe('/** abcd  E */\n')
})

test('C-GEN-16: lines are wrapped at 110 columns with their indentation, and long words stay whole', () => {
  const long = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(' ')
  const lines = comment(long, '    ').trimEnd().split('\n')
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(110)
  expect(lines.slice(1, -1).join(' ').replaceAll('     * ', '')).toBe(long)
  const url = `https://example.com/${'x'.repeat(200)}`
  expect(comment(`- item\n  See ${url} for more`)).toBe(
    `/**\n * - item\n *   See\n *   ${url}\n *   for more\n */\n`,
  )
})

test('the paragraph "Deprecated:" becomes the tag, once', () => {
  expect(comment('The size.\n\nDeprecated: use `color`\ninstead.\n\nMore.')).toBe(
    '/**\n * The size.\n *\n * More.\n *\n * @deprecated use `color` instead.\n */\n',
  )
  expect(comment('It says Deprecated: no')).toBe('/** It says Deprecated: no */\n')
  expect(docComment({ text: 'A.\nDeprecated: b', tags: ['@deprecated c'] }, '')).toBe(
    '/**\n * A.\n *\n * @deprecated c\n */\n',
  )
})
