import type { Row } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { podRow, rowOf } from '../test/rows.ts'
import { checksum } from './checksum.ts'
import { ChunkEncoder } from './chunk-encoder.ts'
import { readChunk } from './chunk-reader.ts'
import { DamagedError } from './disk-error.ts'

const address = { collection: 3, number: 7 }

/** A copy of the bytes of an encoded chunk. */
const bytesOf = (rows: readonly Row[], deletions: readonly string[] = [], at = address) =>
  new ChunkEncoder().encode({ rows, deletions }, at).bytes.slice()

const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const rows = fc.array(
  fc
    .record({
      namespace: fc.constantFrom('', 'default', 'büro', '東京'),
      name: names,
      note: fc.string({ unit: 'grapheme' }),
    })
    .map(({ namespace, name, note }) =>
      rowOf({ metadata: { namespace, name, uid: `u-${name}`, resourceVersion: '9' }, note }),
    ),
  { maxLength: 30 },
)

describe('a chunk', () => {
  test('round-trips rows and deletions with arbitrary text', () => {
    const encoder = new ChunkEncoder()
    fc.assert(
      fc.property(rows, fc.array(names), (kept, deletions) => {
        const encoded = encoder.encode({ rows: kept, deletions }, address)
        const read = readChunk(encoded.bytes.slice(), address)
        expect(kept.map((_, i) => read.row(i))).toEqual(kept)
        expect(read.keys).toEqual(kept.map(row => row.key))
        expect(read.deletions).toEqual(deletions)
        expect(read.checksum).toBe(encoded.checksum)
        expect(read.sizes).toEqual(encoded.sizes)
      }),
    )
  })

  test('assigns all of its bytes to its rows', () => {
    const { sizes, bytes } = new ChunkEncoder().encode(
      { rows: [podRow('a/b', 1), podRow('a/c', 2, { node: 'x'.repeat(100) })], deletions: [] },
      address,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes.byteLength)
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0)
  })

  test('is rejected if any single bit changed', () => {
    const written = bytesOf([podRow('default/a', 1), podRow('default/b', 2)], ['default/c'])
    for (let bit = 0; bit < 8 * written.length; bit++) {
      const broken = written.slice()
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => readChunk(broken, address), `bit ${bit}`).toThrow(DamagedError)
    }
  })

  test('is rejected if it is truncated at any byte', () => {
    const written = bytesOf([podRow('default/a', 1)])
    for (let length = 0; length < written.length; length++)
      expect(() => readChunk(written.slice(0, length), address), `${length} bytes`).toThrow(DamagedError)
  })

  test('is rejected at the address of another chunk', () => {
    const written = bytesOf([podRow('default/a', 1)])
    expect(() => readChunk(written, { collection: 4, number: 7 })).toThrow(/checksum/)
    expect(() => readChunk(written, { collection: 3, number: 8 })).toThrow(/checksum/)
    expect(() => readChunk(written, { collection: 3, number: 7 + 2 ** 32 })).toThrow(/checksum/)
  })

  test('is rejected if a part of it is zeros', () => {
    const written = bytesOf(Array.from({ length: 100 }, (_, i) => podRow(`default/pod-${i}`, i)))
    expect(() => readChunk(written.slice().fill(0, 4096, 8192), address)).toThrow(DamagedError)
    expect(() => readChunk(new Uint8Array(written.length), address)).toThrow(/unknown format/)
  })

  test('has a checksum that depends on its salt', () => {
    let salt = 0
    const encoder = new ChunkEncoder(() => salt++)
    const sums = Array.from(
      { length: 100 },
      () => encoder.encode({ rows: [], deletions: [] }, address).checksum,
    )
    expect(new Set(sums).size).toBe(100)
    const { bytes, checksum } = encoder.encode({ rows: [podRow('default/a', 1)], deletions: [] }, address)
    expect(readChunk(bytes.slice(), address)).toMatchObject({ checksum, keys: ['default/a'] })
  })

  test('round-trips rows of bytes among rows of text', () => {
    const body = (...bytes: number[]) => Uint8Array.from(bytes) as unknown as Row['body']
    const mixed = [
      { ...podRow('default/a', 1), body: body(0, 255, 107) },
      podRow('default/b', 2),
      { ...podRow('default/c', 3), body: body(1) },
    ]
    const read = readChunk(bytesOf(mixed), address)
    expect(mixed.map((_, i) => read.row(i))).toEqual(mixed)
    expect(read.sizes.every(size => size > 0)).toBe(true)
  })
})

test('the checksum depends on the order and number of words', () => {
  const sums = [[], [0], [0, 0], [1, 2, 3, 4, 5], [5, 2, 3, 4, 1], [1, 2, 3, 5, 4], [1, 2, 3, 4, 5, 0]].map(
    words => checksum(Uint32Array.from(words), 1),
  )
  expect(new Set(sums).size).toBe(sums.length)
})
