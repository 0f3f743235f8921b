import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareText, compareValues, goJson } from './go-order.ts'

const utf8 = new TextEncoder()
const sign = (difference: number): number => Math.sign(difference)

/** Compares the bytes one by one. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (const [index, byte] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (byte !== other) return byte - other
  }
  return a.length - b.length
}

test('texts are in the order of their UTF-8 bytes', () => {
  const characters = fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}')
  const text = fc.string({ unit: characters, maxLength: 4 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(sign(compareText(a, b))).toBe(sign(compareBytes(utf8.encode(a), utf8.encode(b))))
    }),
    { numRuns: 1_000 },
  )
})

test('values are in the order of structured-merge-diff: by type, then by value', () => {
  const sorted = [-1, 2, 10, 'a', 'b', false, true, [1], [2], { a: 1 }, { b: 0 }, null]
  expect(sorted.toReversed().sort(compareValues)).toEqual(sorted)
  for (const value of sorted) expect(compareValues(value, structuredClone(value))).toBe(0)
})

test('characters that are unsafe in HTML and old JavaScript are escaped', () => {
  expect(goJson({ '<a>': 'x & y\u2028\u2029' })).toBe('{"\\u003ca\\u003e":"x \\u0026 y\\u2028\\u2029"}')
})
