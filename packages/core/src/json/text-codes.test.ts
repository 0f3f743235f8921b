import fc from 'fast-check'
import { expect, test } from 'vitest'
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
