import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteOrdered, keyPrefix, storageKey } from './storage-key.ts'

const bytes = new TextEncoder()
const compareBytes = (a: string, b: string): number => Buffer.compare(bytes.encode(a), bytes.encode(b))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

test('keys are in the order of their UTF-8 bytes', () => {
  const unit = fc.constantFrom('-', '/', 'a', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}')
  const text = fc.string({ unit, maxLength: 3 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(compare(byteOrdered(a), byteOrdered(b))).toBe(compareBytes(a, b))
    }),
    { numRuns: 1_000 },
  )
})

test('a key has its namespace, and the keys of a namespace have a prefix', () => {
  expect([storageKey('n', 'x'), storageKey('', 'x'), keyPrefix('n'), keyPrefix('')]).toEqual([
    'n/x',
    'x',
    'n/',
    '',
  ])
  expect(storageKey('\u{10000}', 'x').startsWith(keyPrefix('\u{10000}'))).toBe(true)
  expect(storageKey('foo-bar', 'x') < storageKey('foo', 'x')).toBe(true)
})
