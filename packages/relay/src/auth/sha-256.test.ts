import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha-256.ts'

test('the hash equals that of node:crypto', () => {
  const expected = (text: string) => createHash('sha256').update(text).digest('hex')
  for (let length = 0; length < 200; length++)
    expect(sha256('ä'.repeat(length))).toBe(expected('ä'.repeat(length)))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), text => sha256(text) === expected(text)),
  )
})
