import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BYTES, FIXED_64, VARINT, WireReader } from './wire-reader.ts'

/** A varint by its definition: seven bits in each byte, the lowest first. */
const varint = (value: bigint): number[] =>
  value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...varint(value / 128n)]
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)]
const field = (number: number, text: string): number[] => {
  const bytes = bytesOf(text)
  return [...varint(BigInt(number * 8 + BYTES)), bytes.length, ...bytes]
}
/** A reader of bytes that others precede and follow. */
function readerOf(bytes: readonly number[]) {
  const reader = new WireReader(Uint8Array.from([9, 9, 9, ...bytes, 1, 1]).subarray(1))
  reader.at = 2
  return { reader, end: 2 + bytes.length }
}
const POWERS = [0n, 1n, 127n, 128n, 255n, 300n]
const EDGES = [7n, 14n, 21n, 28n, 31n, 32n, 35n, 49n, 53n, 56n, 62n].flatMap(bits => [
  2n ** bits - 1n,
  2n ** bits,
  2n ** bits + 1n,
])

describe('numbers', () => {
  test.each([...POWERS, ...EDGES])('%d is read', value => {
    for (const read of ['uint32', 'int64'] as const) {
      const { reader, end } = readerOf(varint(value))
      expect(reader[read](end)).toBe(read === 'uint32' ? Number(value % 2n ** 32n) : Number(value))
      expect(reader.at).toBe(end)
    }
  })

  test.each([-1n, -128n, -(2n ** 31n), -(2n ** 32n), -(2n ** 53n), -(2n ** 63n)])('%d is read', value => {
    const { reader, end } = readerOf(varint(BigInt.asUintN(64, value)))
    expect(reader.int64(end)).toBe(Number(value))
  })

  test.each(['uint32', 'int64'] as const)(
    'a number ends within its message, and within ten bytes (%s)',
    read => {
      for (const length of [1, 3, 4, 5, 9]) {
        const { reader, end } = readerOf(Array(length).fill(0x80))
        expect(() => reader[read](end)).toThrow('unexpected end')
      }
      const padded = readerOf([...Array(9).fill(0x80), 0])
      expect(padded.reader[read](padded.end)).toBe(0)
      const endless = readerOf([...Array(10).fill(0x80), 0])
      expect(() => endless.reader[read](endless.end)).toThrow('more than 64 bits')
      expect(() => readerOf([]).reader[read](2)).toThrow('unexpected end')
    },
  )

  test('a double is read', () => {
    for (const value of [0, -1.5, 1e300, Number.POSITIVE_INFINITY]) {
      const { reader, end } = readerOf([...new Uint8Array(Float64Array.of(value).buffer)])
      expect([reader.double(end), reader.at]).toEqual([value, end])
    }
    expect(() => readerOf(Array(7).fill(0)).reader.double(9)).toThrow('unexpected end')
  })

  test('a tag has a number', () => {
    const { reader, end } = readerOf([8 * 1 + BYTES, ...varint(8n * 4000n)])
    expect([reader.tag(end), reader.tag(end)]).toEqual([10, 32_000])
    for (const tag of [0, 7]) expect(() => readerOf([tag]).reader.tag(3)).toThrow('illegal field number 0')
  })
})

describe('texts', () => {
  const lengths = [0, 1, 2, 31, 63, 64, 65, 200]
  const texts = lengths.flatMap(length => [
    'a'.repeat(length),
    'é'.repeat(length),
    `${'a'.repeat(length)}é`,
    `🐳${'b'.repeat(length)}`,
  ])

  test.each([...texts, '\uFEFFa', '\u007f', '\u0080'])('%j is read, also again', text => {
    const { reader, end } = readerOf(bytesOf(text))
    for (let times = 0; times < 2; times++) {
      reader.at = 2
      expect([reader.text(end), reader.at]).toEqual([text, end])
    }
    for (const prefix of ['', 'p', 'prefix', 'p'.repeat(64)])
      expect(reader.newText(2, end, prefix)).toBe(prefix === '' ? text : `${prefix}/${text}`)
  })

  test('texts that share a place among those that were read before stay apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'B', '\u0000'), maxLength: 6 }), {
          minLength: 50,
          maxLength: 50,
        }),
        all => {
          for (const text of all) {
            const { reader, end } = readerOf(bytesOf(text))
            expect(reader.text(end)).toBe(text)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('fields', () => {
  test.each([
    [VARINT, [0x80, 1], 2],
    [FIXED_64, Array<number>(8).fill(9), 8],
    [BYTES, [3, 9, 9, 9], 4],
    [BYTES, [0], 1],
    [5, Array<number>(4).fill(9), 4],
  ])('a field of wire type %d is skipped', (wireType, bytes, length) => {
    const { reader, end } = readerOf(bytes)
    reader.skip(wireType, end)
    expect(reader.at).toBe(2 + length)
    const short = readerOf(bytes.slice(0, -1))
    expect(() => short.reader.skip(wireType, short.end)).toThrow('unexpected end')
  })

  test.each([3, 4, 6, 7])('the wire type %d is illegal', wireType => {
    expect(() => readerOf([1, 1, 1, 1]).reader.skip(wireType, 6)).toThrow('illegal wire type')
  })

  test.each([
    [3, [9, 9, 9], true],
    [3, [9, 9], false],
    [0, [], true],
  ])('%d bytes are within %j: %s', (length, bytes, isWithin) => {
    const { reader, end } = readerOf([length, ...bytes])
    if (isWithin) expect([reader.enter(end), reader.at]).toEqual([3 + length, 3])
    else expect(() => reader.enter(end)).toThrow('unexpected end')
  })

  test('the last field with a number replaces those before it', () => {
    const message = [
      ...field(1, 'first'),
      ...field(2, 'other'),
      ...field(1, 'last'),
      8 * 3 + VARINT,
      5,
      8 * 1 + VARINT,
      7,
    ]
    const { reader, end } = readerOf(message)
    expect([1, 2, 3, 4].map(number => reader.lastText(number, 2, end))).toEqual(['last', 'other', '', ''])
    expect([1, 2, 3, 4].map(number => reader.last(number, 2, end))).toEqual([true, true, false, false])
    expect([reader.at, reader.end]).toEqual([end, end])
    reader.last(2, 2, end)
    expect([reader.at, reader.end]).toEqual([2 + 7 + 2, 2 + 7 + 7])
  })
})

test.each([
  [[0x7f], '\x7f'],
  [[0x80], '\ufffd'],
  [[0, 0x80], '\0\ufffd'],
])('the bytes %j are the text %j', (bytes, text) => {
  const { reader, end } = readerOf(bytes)
  expect(reader.newText(2, end)).toBe(text)
  expect(reader.newText(2, end, 'a')).toBe(`a/${text}`)
  expect(reader.text(end)).toBe(text)
})
