import { expect, test } from 'vitest'
import { textChecksum } from './text-checksum.ts'

/** FNV-1a by its definition, with a code that no text has after each text. */
function fnv(texts: readonly string[]): number {
  const codesOf = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const codes = texts.flatMap(text => [...codesOf(text), 0x10000])
  const next = (sum: bigint, code: number) => ((sum ^ BigInt(code)) * 16_777_619n) & 0xffff_ffffn
  return Number(codes.reduce(next, 2_166_136_261n))
}

test.each([[[]], [['']], [['a']], [['foobar', '🐳']], [['foo', 'bar🐳']], [['foobar🐳', '']]])(
  'the checksum of %j',
  texts => {
    expect(textChecksum(texts)).toBe(fnv(texts))
  },
)

test('a character that moves to another text changes the checksum', () => {
  const sums = [['ab', 'c'], ['a', 'bc'], ['abc', ''], ['abc'], ['', 'abc']].map(textChecksum)
  expect(new Set(sums).size).toBe(sums.length)
})
