import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import { findPath, skipSpace, skipValue, stringAt } from './json-text.ts'
import { parseJson } from './parse-json.ts'

const VALUES = [
  ...[
    '0',
    '-1.5e3',
    'true',
    'null',
    '""',
    '"a"',
    '"a b"',
    '"\\""',
    '"\\\\"',
    '"\\\\\\""',
    '"a\\\\\\\\"',
    '"}]"',
  ],
  ...['[]', '{}', '[1,[2]]', '{"a":{"b":[]}}', '{"a":"}"}', '["]"]', '{"\\"}":1}', '[ ]', '{ "a" : 1 }'],
]

test.each(VALUES)('the value %s ends before what follows', value => {
  for (const before of ['', '[', ' '])
    for (const after of ['', ',', '}', ']', ' ', '\n,1', '"'])
      if (after !== '"' || /["\]}]$/.test(value))
        expect(skipValue(`${before}${value}${after}`, before.length)).toBe(before.length + value.length)
})

test.each(['"', '"a', '"a\\"', '"\\\\\\"', '[', '[1', '{"a":1', '{"a', '[{}', '["]'])(
  'the value %s has no end',
  value => {
    expect(() => skipValue(value, 0)).toThrow(ProtocolError)
  },
)

test.each([
  ['a', 0, 0],
  [' \n\t\ra', 0, 4],
  [' a', 1, 1],
  ['a ', 1, 2],
  ['!', 0, 0],
])('white space of %j from %d ends at %d', (text, from, end) => expect(skipSpace(text, from)).toBe(end))

test.each(['', 'a', 'é', 'a"b', '\\', '\n', '"'])('the string %j is read', value => {
  const json = JSON.stringify(value)
  expect(stringAt(`x${json}y`, 1, 1 + json.length)).toBe(value)
})

describe('a value at a path', () => {
  const text = '{ "a" : 1 , "b":{"a":2,"c":{"a":[3]}},"\\u0064":4,"x\\\\y":5,"aa":6, "":{"":7} }'
  test.each([
    [['a'], '1'],
    [['b', 'a'], '2'],
    [['b', 'c', 'a'], '[3]'],
    [['b', 'c', 'a', '0'], undefined],
    [['d'], '4'],
    [['x\\y'], '5'],
    [['aa'], '6'],
    [['', ''], '7'],
    [['none'], undefined],
    [['b', 'none'], undefined],
    [['a', 'a'], undefined],
    [['A'], undefined],
  ])('%j is %s', (path, value) => {
    const at = findPath(text, 0, path)
    expect(at === -1 ? undefined : text.slice(at, skipValue(text, at))).toBe(value)
  })

  test('of no steps is the object', () => expect(findPath(text, 0, [])).toBe(0))

  test.each([
    ['{}', undefined],
    ['{"b":1}', undefined],
    ['{"b":1 }', undefined],
    [' {"a":1}', undefined],
    ['[{"a":1}]', undefined],
  ])('of %s is missing', text => expect(findPath(text, 0, ['a'])).toBe(-1))

  test('behind a key without a colon is an error', () => {
    expect(() => findPath('{"b" 1,"a":2}', 0, ['a'])).toThrow('without a colon')
  })
})

test('an error of JSON does not quote the text', () => {
  const failed = (text: string) => {
    try {
      return parseJson(text, 'broken')
    } catch (error) {
      return error
    }
  }
  expect(failed('{"a":1}')).toEqual({ a: 1 })
  expect(failed('{"secret" x}')).toBeInstanceOf(ProtocolError)
  expect(failed('{"secret" x}')).toMatchObject({ message: 'broken (offset 10 of 12 characters)' })
  expect(failed('')).toMatchObject({ message: 'broken (0 characters)' })
  expect(parseJson('{"a":1}', 'broken', (key, value) => (key === 'a' ? 2 : value))).toEqual({ a: 2 })
})
