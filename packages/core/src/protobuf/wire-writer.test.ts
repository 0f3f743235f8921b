import { describe, expect, test } from 'vitest'
import { varintLength, WireWriter } from './wire-writer.ts'

const varint = (value: bigint): number[] =>
  value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...varint(value / 128n)]
const int64 = (value: bigint): number[] => varint(BigInt.asUintN(64, value))
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)]

/** What a writer writes, in between other fields. */
function written(write: (wire: WireWriter) => void): number[] {
  const wire = new WireWriter()
  wire.varint(1, 5)
  write(wire)
  wire.varint(1, 6)
  const bytes = [...wire.take()]
  expect([bytes.slice(0, 2), bytes.slice(-2)]).toEqual([
    [8, 5],
    [8, 6],
  ])
  return bytes.slice(2, -2)
}

const EDGES = [0n, 7n, 14n, 21n, 28n, 31n, 32n, 35n, 49n, 53n, 62n].flatMap(bits => [
  2n ** bits - 1n,
  2n ** bits,
])
test.each([...EDGES, -1n, -128n, -(2n ** 31n), -(2n ** 53n), -(2n ** 63n)])('the number %d', value => {
  const exact = BigInt(Number(value))
  expect(written(wire => wire.varint(2, Number(value)))).toEqual([16, ...int64(exact)])
})

test('a number beyond 64 bits is the largest, and a fraction beyond 32 bits has none', () => {
  for (const value of [2 ** 63, 2 ** 70])
    expect(written(wire => wire.varint(2, value))).toEqual([16, ...int64(2n ** 63n - 1n)])
  expect(written(wire => wire.varint(2, 2 ** 33 + 0.5))).toEqual([16, ...int64(2n ** 33n)])
})

test.each([1, 15, 16, 2_000])('field %d', number => {
  const tag = (wireType: number) => varint(BigInt(number * 8 + wireType))
  expect(written(wire => wire.varint(number, 3))).toEqual([...tag(0), 3])
  expect(written(wire => wire.double(number, -1.5))).toEqual([
    ...tag(1),
    ...new Uint8Array(Float64Array.of(-1.5).buffer),
  ])
  expect(written(wire => wire.text(number, 'ab'))).toEqual([...tag(2), 2, 97, 98])
  expect(written(wire => wire.chunk(number, Uint8Array.of(7, 8)))).toEqual([...tag(2), 2, 7, 8])
  expect(written(wire => wire.head(number, 300))).toEqual([...tag(2), ...varint(300n)])
})

test.each([0, 1, 31, 42, 43, 63, 64, 65, 127, 128, 129, 16_383, 16_384])('a text and bytes of %d', length => {
  for (const text of ['a', 'é', '🐳', '\u007f', '\u0080'].map(letter => letter.repeat(length))) {
    const bytes = bytesOf(text)
    const expected = [8 * 3 + 2, ...varint(BigInt(bytes.length)), ...bytes]
    expect(written(wire => wire.text(3, text))).toEqual(expected)
    expect(written(wire => wire.chunk(3, Uint8Array.from(bytes)))).toEqual(expected)
  }
  const mixed = `${'a'.repeat(length)}é`
  expect(written(wire => wire.text(3, mixed)).slice(-2 - length)).toEqual(bytesOf(mixed))
})

describe('messages', () => {
  test.each([0, 1, 126, 127, 128, 129, 16_383, 16_384])(
    'of %d bytes are preceded by their length',
    length => {
      const content = Uint8Array.from({ length }, (_, index) => index % 251)
      const one = [8 * 4 + 2, ...varint(BigInt(length)), ...content]
      const nested = written(wire => {
        const outer = wire.begin(2)
        for (let times = 0; times < 2; times++) {
          const inner = wire.begin(4)
          wire.raw(content)
          wire.end(inner)
        }
        wire.end(outer)
      })
      expect(nested).toEqual([8 * 2 + 2, ...varint(BigInt(2 * one.length)), ...one, ...one])
    },
  )

  test('what was taken is not written again', () => {
    const wire = new WireWriter()
    wire.raw(Uint8Array.of(1, 2))
    const first = wire.take()
    wire.raw(Uint8Array.of(3))
    expect([[...first], [...wire.take()], [...wire.take()]]).toEqual([[1, 2], [3], []])
  })

  test('the buffer grows at any place', () => {
    for (let before = 490; before <= 515; before++) {
      const wire = new WireWriter()
      const padding = Array<number>(before).fill(9)
      wire.raw(Uint8Array.from(padding))
      wire.double(1, 1)
      wire.raw(Uint8Array.from(padding))
      wire.varint(1, 2 ** 40)
      wire.raw(Uint8Array.from(padding))
      wire.text(1, 'é'.repeat(10))
      const one = [9, ...new Uint8Array(Float64Array.of(1).buffer)]
      const text = [10, 20, ...bytesOf('é'.repeat(10))]
      expect([...wire.take()]).toEqual([
        ...padding,
        ...one,
        ...padding,
        8,
        ...int64(2n ** 40n),
        ...padding,
        ...text,
      ])
    }
  })
})

test.each([0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 2 ** 32])(
  'the varint of %d has a length',
  value => {
    expect(varintLength(value)).toBe(varint(BigInt(value)).length)
  },
)
