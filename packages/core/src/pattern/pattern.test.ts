import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern } from './pattern.ts'
import { PatternError } from './pattern-node.ts'

const matches = (pattern: string, text: string) => compilePattern(pattern).test(text)

test.each([
  ['^[a-z]+$', 'abc', true],
  ['^[a-z]+$', 'aBc', false],
  ['b', 'abc', true],
  ['', 'abc', true],
  ['^$', '', true],
  ['^a|b$', 'xb', true],
  ['^(a|b|)$', '', true],
  ['^a{2,3}$', 'aaaa', false],
  ['^a{2,}$', 'aaaa', true],
  ['^a{2}?$', 'aa', true],
  ['^a{,2}$', 'a{,2}', true],
  ['^x{0}$', '', true],
  ['^(?:(a+)+)*?$', 'aaa', true],
  ['^.$', '\n', false],
  ['(?s)^.$', '\n', true],
  ['^.$', '😀', true],
  ['^b$', 'a\nb', false],
  ['(?m)^b$', 'a\nb\nc', true],
  ['(?i)^straße$', 'STRAßE', true],
  ['^(?i:a)b$', 'Ab', true],
  ['^(?i:a)b$', 'AB', false],
  ['^a(?i)b|c$', 'C', true],
  ['(?i-i)a', 'A', false],
  ['\\ba\\b', 'x a', true],
  ['a\\Bb', 'ab', true],
  ['\\Aa\\z', 'a', true],
  ['^\\d\\w\\s$', '1_\t', true],
  ['^\\S\\D\\W$', 'ab-', true],
  ['^\\s$', '\u00a0', false],
  ['^[\\d-]$', '-', true],
  ['^[]a]+$', 'a]', true],
  ['^[^]a]$', 'b', true],
  ['^[[:alpha:]_]+$', 'aZ_', true],
  ['^[[:^alpha:]]$', 'a', false],
  ['^\\pL\\p{Greek}\\P{Lu}\\p{^Lu}$', 'aαaa', true],
  ['^\\x41\\x{1F600}\\101\\n$', 'A😀A\n', true],
  ['^\\Qa.b\\E$', 'a.b', true],
  ['^\\Qa.b', 'axb', false],
  ['^(?P<name>a)(?<other>b)$', 'ab', true],
  ['^\\/\\_\\-\\.$', '/_-.', true],
])('%j on %j: %s', (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected)
})

/** What Go's parser rejects. */
test.each([
  'a(',
  'a)',
  '[a',
  '[b-a]',
  '[a-\\d]',
  '[[:nope:]]',
  '*a',
  'a**',
  'a{2}{3}',
  'a{1001}',
  'a{3,2}',
  '(a{1000}){1000}',
  '(?=a)',
  '(?!a)',
  '(?<=a)',
  '(a)\\1',
  '\\Z',
  '\\q',
  '\\p{Nope}',
  '\\x{110000}',
  '\\',
  `${'('.repeat(2000)}${')'.repeat(2000)}`,
])('%j is not an expression', pattern => {
  expect(() => compilePattern(pattern)).toThrow(PatternError)
})

test.each([
  ['a(?=b)', 'invalid or unsupported group at character 3'],
  ['(a)\\1', 'invalid escape sequence at character 6'],
  ['ab[c', 'missing closing ] at character 5'],
])('the error of %j has the position', (pattern, message) => {
  expect(() => compilePattern(pattern)).toThrow(message)
})

test('an expression on which a backtracking engine takes exponential time', () => {
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^((ab)*)*$'])
    expect(matches(pattern, `${'ab'.repeat(5)}${'a'.repeat(5_000)}${'x'.repeat(5_000)}!`)).toBe(false)
})

test('the time for one text is bounded: an expression of many states on a long text is an error with the position', () => {
  const pattern = compilePattern('(a?){1000}b'.repeat(5))
  expect(() => pattern.test('a'.repeat(100_000))).toThrow(PatternError)
  expect(() => pattern.test('a'.repeat(100_000))).toThrow(/^matching takes too long: .* at character \d+$/)
  expect(pattern.test(`${'a'.repeat(50)}bbbbb`)).toBe(true)
})

test('a short expression matches texts of megabytes, within a limit that can be set', () => {
  const text = 'ab'.repeat(500_000)
  expect(matches('(ab)+c', text)).toBe(false)
  expect(() => compilePattern('(ab)+c', { maxSteps: 1_000 }).test(text)).toThrow('at character')
  expect(compilePattern('(ab)+c', { maxSteps: 1_000 }).test('ababc')).toBe(true)
})

test('the results are those of JavaScript, where the syntaxes agree', () => {
  const leaf = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '^', '$', '\\b')
  const pattern = fc.letrec<{ node: string }>(tie => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?'))
        .map(([a, limit]) => `(?:${a})${limit}`),
    ),
  })).node
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '\n'), maxLength: 6 })
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      expect(matches(source, value)).toBe(new RegExp(source, 'u').test(value))
    }),
  )
})
