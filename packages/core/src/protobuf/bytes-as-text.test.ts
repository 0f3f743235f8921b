import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase64 } from '../base64/base64.ts'
import { bytesAsText } from './bytes-as-text.ts'

test('it is the base64 of the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000, size: 'max' }), bytes => {
      expect(bytesAsText(bytes)).toBe(encodeBase64(bytes))
    }),
    { numRuns: 50 },
  )
})
