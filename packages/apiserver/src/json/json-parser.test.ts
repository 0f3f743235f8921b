import { describe, expect, test } from 'vitest'
import { JsonError, parseJson } from './json-parser.ts'

const rejection = (text: string): string => {
  try {
    parseJson(text)
    return ''
  } catch (error) {
    return error instanceof JsonError ? error.message : String(error)
  }
}

test.each([
  '{"a":[1,-2.5e3,true,false,null,"x"],"b":{"c":{}}}',
  ' [ ] ',
  '"\\u00e9\\n\\"\u2028"',
  '0',
  '{"__proto__":{"x":1},"constructor":2}',
])('parses %s like JSON.parse', text => {
  expect(parseJson(text).value).toEqual(JSON.parse(text))
})

test('a member named __proto__ is an ordinary member', () => {
  const value = parseJson('{"__proto__":{"x":1}}').value as object
  expect(Object.keys(value)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test('duplicate members: the last one is used, and the paths are reported', () => {
  const text = '{"a":1,"b":[{"c":1},{"c":1,"c":2}],"a":3}'
  const parsed = parseJson(text)
  expect(parsed.value).toEqual({ a: 3, b: [{ c: 1 }, { c: 2 }] })
  expect(parsed.duplicates).toEqual(['b[1].c', 'a'])
  expect(parsed.positionOf('a')).toBe(text.lastIndexOf('"a"'))
  expect(parsed.positionOf('none')).toBeUndefined()
})

describe('the messages of a Go server', () => {
  test.each([
    ['', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['not json', "invalid character 'o' in literal null (expecting 'u')"],
    ['{"a":1}x', "invalid character 'x' after top-level value"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
    ['[1 2]', "invalid character '2' after array element"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['"a\tb"', "invalid character '\\t' in string literal"],
    ['"\u0001"', "invalid character '\\x01' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['['.repeat(20_000), "invalid character '[' exceeded max depth"],
  ])('%j: %s', (text, message) => {
    expect(rejection(text)).toBe(message)
  })
})
