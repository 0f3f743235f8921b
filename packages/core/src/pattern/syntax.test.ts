import { describe, expect, test } from 'vitest'
import { compilePattern } from './pattern.ts'
import { PatternError } from './pattern-node.ts'

const ASCII = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code))
/** The ASCII characters that an expression matches. */
const matched = (pattern: string) => {
  const compiled = compilePattern(`^${pattern}$`)
  return ASCII.filter(character => compiled.test(character)).join('')
}
const ANY = /./su
const NONE = /.^/u
const inClass = (expression: RegExp) => ASCII.filter(character => expression.test(character)).join('')

describe('classes', () => {
  test.each([
    ['alnum', /[0-9A-Za-z]/],
    ['alpha', /[A-Za-z]/],
    ['ascii', ANY],
    ['blank', /[\t ]/],
    ['cntrl', /\p{Cc}/u],
    ['digit', /[0-9]/],
    ['graph', /[!-~]/],
    ['lower', /[a-z]/],
    ['print', /[ -~]/],
    ['punct', /[!-/:-@[-`{-~]/],
    ['space', /[\t-\r ]/],
    ['upper', /[A-Z]/],
    ['word', /\w/],
    ['xdigit', /[0-9A-Fa-f]/],
  ])('[[:%s:]] and its complement', (name, expression) => {
    const inside = inClass(expression)
    const outside = ASCII.filter(character => !inside.includes(character)).join('')
    expect(matched(`[[:${name}:]]`)).toBe(inside)
    expect([matched(`[[:^${name}:]]`), matched(`[^[:${name}:]]`)]).toEqual([outside, outside])
  })

  test('only [[:ascii:]] ends where ASCII ends', () => {
    expect(compilePattern('^[[:ascii:]]$').test('\x80')).toBe(false)
  })

  test.each([
    ['\\d', /\d/],
    ['\\D', /\D/],
    ['\\w', /\w/],
    ['\\W', /\W/],
    ['\\s', /[\t\n\f\r ]/],
    ['\\S', /[^\t\n\f\r ]/],
    ['[\\d_]', /[\d_]/],
    ['[^\\W\\d]', /[A-Za-z_]/],
    ['[b-d]', /[b-d]/],
    ['[b-b]', /b/],
    ['[-b]', /[-b]/],
    ['[b-]', /[-b]/],
    ['[]b]', /[\]b]/],
    ['[^]b]', /[^\]b]/],
    ['[\\]-^]', /[\]^]/],
    ['[a^]', /[a^]/],
    ['.', /[^\n]/],
    ['(?s).', ANY],
    ['(?i)[b-d]', /[b-dB-D]/],
    ['(?i)K', /[kK]/],
    ['\\pN', /[0-9]/],
    ['\\p{Lu}', /[A-Z]/],
    ['\\P{^Lu}', /[A-Z]/],
    ['\\PL', /[^A-Za-z]/],
    ['\\p{Any}', ANY],
    ['\\P{Any}', NONE],
    ['\\p{Latin}', /[A-Za-z]/],
  ])('%s', (pattern, expression) => expect(matched(pattern)).toBe(inClass(expression)))
})

test.each([
  ['\\a\\t\\n\\v\\f\\r', '\x07\t\n\v\f\r'],
  ['\\x41\\x{41}\\x{1f600}\\x{10ffff}', 'AA😀\u{10ffff}'],
  ['\\0\\08\\012\\77\\101\\1011', '\0\x008\n?AA1'],
  ['\\!\\"\\#\\$\\(\\)\\*\\+\\,\\@\\[\\]\\^\\_\\`\\{\\|\\}\\~', '!"#$()*+,@[]^_`{|}~'],
  ['\\Qa.b|(\\E.', 'a.b|(x'],
  ['\\Q😀\\E', '😀'],
  ['a{,2}b{c}', 'a{,2}b{c}'],
])('%s is the text %j', (pattern, text) => expect(compilePattern(`^(?:${pattern}$)`).test(text)).toBe(true))

test.each([
  ['a{0}', 0, 0],
  ['a?', 0, 1],
  ['a{0,1}', 0, 1],
  ['a{1}', 1, 1],
  ['a{2}', 2, 2],
  ['a{2,2}', 2, 2],
  ['a{2,3}?', 2, 3],
  ['a{0,2}', 0, 2],
  ['a*', 0, 9],
  ['a*?', 0, 9],
  ['a+', 1, 9],
  ['a{0,}', 0, 9],
  ['a{3,}', 3, 9],
  ['(?:a{2}){2}', 4, 4],
])('%s matches from %d to %d times', (pattern, min, max) => {
  const compiled = compilePattern(`^${pattern}$`)
  const counts = Array.from({ length: 10 }, (_, count) => count)
  expect(counts.filter(count => compiled.test('a'.repeat(count)))).toEqual(
    counts.filter(count => count >= min && count <= max),
  )
})

test.each(['a{1000}', 'a{0,1000}', 'a{1000,}', '(a)'.repeat(1_500)])('%s is within the limits', pattern => {
  expect(() => compilePattern(pattern)).not.toThrow()
})

test('an expression has at most 1,000 levels', () => {
  const nested = (levels: number) => `${'('.repeat(levels)}${')'.repeat(levels)}`
  expect(() => compilePattern(nested(999))).not.toThrow()
  expect(() => compilePattern(nested(1_000))).toThrow('expression nests too deeply')
})

test.each([
  ['a{1001}', 'invalid repeat count'],
  ['a{0,1001}', 'invalid repeat count'],
  ['a{1001,}', 'invalid repeat count'],
  ['a{2,1}', 'invalid repeat count'],
  ['a{1}{1}', 'invalid nested repetition operator'],
  ['a*+', 'invalid nested repetition operator'],
  ['a??+', 'invalid nested repetition operator'],
  ['+', 'missing argument to repetition operator'],
  ['?', 'missing argument to repetition operator'],
  ['(*)', 'missing argument to repetition operator'],
  ['(', 'missing closing )'],
  ['(?:a', 'missing closing )'],
  [')', 'unexpected )'],
  ['(?x)', 'invalid or unsupported group'],
  ['(?i', 'invalid or unsupported group'],
  ['[', 'missing closing ]'],
  ['[]', 'missing closing ]'],
  ['[^]', 'missing closing ]'],
  ['[b-a]', 'invalid character class range'],
  ['[a-\\d]', 'invalid character class range'],
  ['[[:Alpha:]]', 'invalid character class range'],
  ['[[:toString:]]', 'invalid character class range'],
  ['\\p{Latn1}', 'invalid character class range'],
  ['\\x{110000}', 'invalid escape sequence'],
  ['\\xg', 'invalid escape sequence'],
  ['\\8', 'invalid escape sequence'],
  ['\\1', 'invalid escape sequence'],
  ['\\Z', 'invalid escape sequence'],
  ['\\é', 'invalid escape sequence'],
  ['\\', 'unexpected end'],
])('%s is an error: %s', (pattern, message) => {
  expect(() => compilePattern(pattern)).toThrow(PatternError)
  expect(() => compilePattern(pattern)).toThrow(message)
})

test.each([
  ['^b', 'a\nb', false],
  ['a$', 'a\nb', false],
  ['(?m)^b', 'a\nb', true],
  ['(?m)a$', 'a\nb', true],
  ['(?m)^b', 'ab', false],
  ['(?m)a$', 'ab', false],
  ['(?m)\\Ab', 'a\nb', false],
  ['(?m)a\\z', 'a\nb', false],
  ['(?m-m)^b', 'a\nb', false],
  ['(?ims-ms)^B.', 'b\n', false],
  ['(?ims-ms)^Bx', 'bX', true],
  ['(?m:^b)|^c', 'a\nc', false],
  ['\\bb', 'ab', false],
  ['\\bb', 'a b', true],
  ['\\Bb', 'ab', true],
  ['\\Bb', 'a b', false],
  ['b\\b', 'b', true],
  ['b\\B', 'b', false],
  ['\\b', '', false],
  ['\\B', '', true],
  ['\\bé', 'é', false],
])('%s in %j: %s', (pattern, text, expected) => expect(compilePattern(pattern).test(text)).toBe(expected))
