import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalBase64 } from './base64.ts'

test('any bytes in base64 stay as they are, without their line breaks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 9 }), fc.nat(12), (bytes, at) => {
      const text = btoa(String.fromCharCode(...bytes))
      expect(canonicalBase64(text)).toBe(text)
      expect(canonicalBase64(`${text.slice(0, at)}\r\n${text.slice(at)}`)).toBe(text)
    }),
    { numRuns: 50 },
  )
})

// As Go's encoding/base64 reports them.
test.each([
  ['Y', 0],
  ['YQ', 0],
  ['YWI', 0],
  ['YWJjY', 4],
  ['YWJjYQ', 4],
  ['YWJj\nYQ', 5],
  ['YQ\n', 1],
  ['!!!!', 0],
  ['A!\n', 1],
  ['A=', 1],
  ['A==', 1],
  ['=AAA', 0],
  ['A=AA', 1],
  ['AA=', 3],
  ['AA=\n', 4],
  ['AA=A', 2],
  ['AA==A', 4],
  ['AA===', 4],
  ['AAA==', 4],
  ['AAA=AAAA', 4],
  ['AAAA=', 4],
  ['AAAAAA=', 7],
  ['\nAA=!', 3],
])('%j is illegal at byte %i', (text, at) => {
  expect(() => canonicalBase64(text)).toThrow(new Error(`illegal base64 data at input byte ${at}`))
})
