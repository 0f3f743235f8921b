import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from './base64.ts'

const bytes = fc.uint8Array({ maxLength: 30_000, size: 'max' })
const text = fc.string({ unit: 'binary' })

test('bytes are encoded and decoded as by Node', () => {
  fc.assert(
    fc.property(bytes, content => {
      const [base64, base64url] = (['base64', 'base64url'] as const).map(name =>
        Buffer.from(content).toString(name),
      )
      expect([encodeBase64(content), encodeBase64Url(content)]).toEqual([base64, base64url])
      expect(decodeBase64(base64 ?? '')).toEqual(content)
      expect(decodeBase64Url(base64url ?? '')).toEqual(content)
    }),
    { numRuns: 50 },
  )
})

test('texts are encoded in UTF-8', () => {
  fc.assert(
    fc.property(text, content => {
      expect(encodeBase64(content)).toBe(Buffer.from(content).toString('base64'))
    }),
  )
})

test('a bundle of certificates, longer than a list of arguments may be, is encoded', () => {
  const long = 'é'.repeat(200_000)
  expect(new TextDecoder().decode(decodeBase64(encodeBase64(long)))).toBe(long)
})

test.each(['a', '%', 'YQ==YQ', 'é', 'YQ-_'])('%j is no base64', content => {
  expect(decodeBase64(content)).toBeUndefined()
})

test('white space and missing padding are accepted', () => {
  expect(decodeBase64('YW\nJj ZA')).toEqual(new TextEncoder().encode('abcd'))
})

test.each(['a', '%', 'é'])('%j is no base64url', content => {
  expect(decodeBase64Url(content)).toBeUndefined()
})

test('both alphabets and padding are accepted as base64url', () => {
  expect(decodeBase64Url('-_+/')).toEqual(Uint8Array.of(0xfb, 0xff, 0xbf))
  expect(decodeBase64Url('YQ==')).toEqual(Uint8Array.of(0x61))
})
