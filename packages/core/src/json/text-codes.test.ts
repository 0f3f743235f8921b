import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import { TextCodes } from './text-codes.ts'

const codes = new TextCodes()
const load = (text: string): TextCodes => {
  codes.load(text)
  return codes
}

const WHITE_SPACE = ' \t\n\r'
const space = fc.string({ unit: fc.constantFrom(...WHITE_SPACE), maxLength: 3 })
const string = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', '"', '\\', '{', '}', '[', ']', ','),
  maxLength: 120,
  size: 'max',
})
const value = fc.jsonValue({ maxDepth: 3 })

test('a value is skipped up to its end, whatever surrounds it', () => {
  fc.assert(
    fc.property(
      fc.oneof(value, string, fc.array(string)),
      space,
      fc.constantFrom('', ',', ']', '}', ' '),
      (any, before, after) => {
        const text = JSON.stringify(any)
        load(`${before}${text}${after}`)
        const start = codes.skipSpace(0)
        expect(start).toBe(before.length)
        expect(codes.skipValue(start)).toBe(before.length + text.length)
      },
    ),
    { numRuns: 500 },
  )
})

test('the end of an object or a list is found from anywhere between its members', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(value, string), { minLength: 1 }), fc.boolean(), (items, isObject) => {
      const text = JSON.stringify(isObject ? { ...items } : items)
      load(`${text}]`)
      expect(codes.skipToEnd(1)).toBe(text.length)
      // Two brackets deep: the bracket that follows is the end.
      expect(codes.skipToEnd(1, 2)).toBe(text.length + 1)
    }),
    { numRuns: 200 },
  )
})

test('a key says whether it has a backslash, wherever it is', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'é'), maxLength: 100 })
  fc.assert(
    fc.property(plain, fc.constantFrom('', '\\\\', '\\"', '\\u0061'), plain, (before, middle, after) => {
      const key = `"${before}${middle}${after}"`
      load(`{${key}:"\\n"}`)
      codes.hasEscape = true
      expect([codes.skipKey(1), codes.hasEscape]).toEqual([1 + key.length, middle !== ''])
    }),
    { numRuns: 300 },
  )
})

describe('around the 48 characters that are scanned one by one', () => {
  const lengths = Array.from({ length: 12 }, (_, i) => 42 + i)

  test.each(['', '\\\\', '\\"', '\\\\\\"', '\\"\\"', '\\\\é'])(
    'a string that ends with %j is skipped',
    tail => {
      for (const length of lengths) {
        const json = `"${'x'.repeat(length)}${tail}"`
        load(`${json},"next"`)
        expect([codes.skipString(0), codes.skipValue(0), codes.skipKey(0)]).toEqual(
          Array(3).fill(json.length),
        )
        expect(codes.hasEscape).toBe(tail !== '')
      }
    },
  )

  test('a backslash is found wherever it is, and one after the key is not', () => {
    for (const length of lengths)
      for (let at = 0; at <= length; at++) {
        load(`"${'x'.repeat(at)}\\n${'x'.repeat(length - at)}":"\\\\"`)
        expect([codes.skipKey(0), codes.hasEscape]).toEqual([length + 4, true])
        load(`"${'x'.repeat(length)}":"\\\\"`)
        expect([codes.skipKey(0), codes.hasEscape]).toEqual([length + 2, false])
      }
  })

  test('a string without an end is an error', () => {
    for (const length of lengths)
      for (const tail of ['', '\\"', '\\']) {
        load(`"${'x'.repeat(length)}${tail}`)
        expect(() => codes.skipString(0)).toThrow(ProtocolError)
      }
  })
})

test.each([' ', 'é'])('a text of any length has an end of its own, if it begins with %j', first => {
  for (const length of [1, 2, 3, 16_381, 16_382, 16_383, 16_384, 16_385, 40_000]) {
    const text = new TextCodes()
    text.load(`${'1'.repeat(50_000)}`)
    for (const each of [text, new TextCodes()]) {
      each.load(first + '1'.repeat(length))
      expect(each.skipValue(1)).toBe(length + 1)
      expect(each.skipSpace(length + 1)).toBe(length + 1)
      expect([...each.codes.subarray(length + 1, length + 3)]).toEqual([0, 0])
      expect(each.codes[0]).toBe(first === ' ' ? 0x20 : 0x80)
    }
  }
})

test.each([
  ['1!2', 3],
  ['1 2', 1],
  ['1\t', 1],
  ['1,', 1],
  ['1]', 1],
  ['1}', 1],
  ['{"a":[1,{}]}x', 12],
  ['[{"]":1}]]', 9],
])('the value at the beginning of %j has %d characters', (text, length) => {
  expect(load(text).skipValue(0)).toBe(length)
})

test('a character from code 33 on is no white space', () => {
  for (let code = 1; code < 0x7f; code++)
    expect(load(`${String.fromCharCode(code)}1`).skipSpace(0)).toBe(code <= 0x20 ? 1 : 0)
})

test('a text that ends in the middle of a value is an error', () => {
  const text = JSON.stringify({ a: ['x'.repeat(60), '\\', { b: 'y"' }], c: 'é' })
  for (let end = 1; end < text.length; end++) {
    load(text.slice(0, end))
    expect(() => codes.skipValue(0)).toThrow(ProtocolError)
  }
})

test('a shorter text after a longer one has nothing of it', () => {
  load(`["${'x'.repeat(40_000)}"]`)
  load('["y')
  expect(() => codes.skipValue(0)).toThrow(ProtocolError)
  load('12')
  expect(codes.skipValue(0)).toBe(2)
  codes.clear()
  expect(codes.text).toBe('')
})
