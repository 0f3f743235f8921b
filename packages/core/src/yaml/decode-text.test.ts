import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'name: caf\u00e9 \u{1F680}'
const littleEndian = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'))
const bigEndian = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le').swap16())

test.each([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
  ['UTF-16 with a mark', littleEndian(`\ufeff${TEXT}`)],
  ['UTF-16 of the other byte order with a mark', bigEndian(`\ufeff${TEXT}`)],
])('%s is decoded, without the mark', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT)
})

test('a file without bytes is an empty text', () => {
  expect(decodeText(new Uint8Array())).toBe('')
})
