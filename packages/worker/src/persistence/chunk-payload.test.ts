import { describe, expect, test } from 'vitest'
import { checksum } from './checksum.ts'
import { ChunkEncoder } from './chunk-encoder.ts'
import { createSealingKey, type PayloadForm, plainForm, sealedForm } from './chunk-payload.ts'
import { readChunk } from './chunk-reader.ts'
import { DamagedError, DiskError } from './disk-error.ts'
import { FORMAT } from './disk-schema.ts'
import { rowKey, rowOfContent } from './row-content.ts'

const ADDRESS = { collection: 3, number: 7 }
const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251)

const forms: readonly (readonly [string, () => Promise<PayloadForm>, number])[] = [
  ['plain', async () => plainForm, 0],
  // The initialization vector, and the tag of AES-GCM.
  ['encrypted', async () => sealedForm(crypto, await createSealingKey(crypto)), 12 + 16],
]

describe.each(forms)('a %s payload', (_, formOf, added) => {
  test('has the bytes of the chunk, which the caller may overwrite', async () => {
    const form = await formOf()
    const chunk = bytes(1000)
    const payload = await form.wrap(chunk, ADDRESS)
    if (added === 0) chunk.fill(0)
    expect(payload).toBeInstanceOf(Uint8Array)
    expect((payload as Uint8Array).byteLength).toBe(1000 + added)
    expect(await form.unwrap(payload, ADDRESS)).toEqual(bytes(1000))
  })

  test.each([
    [64 * 1024 - 1, Uint8Array],
    [64 * 1024, Blob],
  ])('of %d bytes is a value of the size that the browser reads best', async (size, type) => {
    const form = await formOf()
    const payload = await form.wrap(bytes(size - added), ADDRESS)
    expect(payload).toBeInstanceOf(type)
    expect(await form.unwrap(payload, ADDRESS)).toEqual(bytes(size - added))
  })

  test('is aligned, so that its words can be read', async () => {
    const form = await formOf()
    const payload = (await form.wrap(bytes(100), ADDRESS)) as Uint8Array
    const unaligned = new Uint8Array(payload.byteLength + 1)
    unaligned.set(payload, 1)
    expect((await form.unwrap(unaligned.subarray(1), ADDRESS)).byteOffset).toBe(0)
  })

  test('of another type is damaged', async () => {
    await expect((await formOf()).unwrap('text', ADDRESS)).rejects.toThrow(DamagedError)
  })
})

test('an encrypted payload is damaged at another address, with another key, and with a changed bit', async () => {
  const form = sealedForm(crypto, await createSealingKey(crypto))
  const payload = (await form.wrap(bytes(100), ADDRESS)) as Uint8Array
  expect(await form.wrap(bytes(100), ADDRESS)).not.toEqual(payload)
  const changed = payload.slice()
  changed[20] = (changed[20] ?? 0) ^ 1
  const otherForm = sealedForm(crypto, await createSealingKey(crypto))
  const reads = [
    () => form.unwrap(payload, { ...ADDRESS, number: 8 }),
    () => form.unwrap(payload, { ...ADDRESS, collection: 4 }),
    () => otherForm.unwrap(payload, ADDRESS),
    () => form.unwrap(changed, ADDRESS),
  ]
  // One after the other: a promise that rejects before the loop reaches it is an unhandled rejection.
  for (const read of reads) await expect(read()).rejects.toThrow('a record cannot be decrypted')
})

test('a key cannot be exported, and needs a secure context', async () => {
  const key = await createSealingKey(crypto)
  expect([key.extractable, key.algorithm, key.usages]).toEqual([
    false,
    { name: 'AES-GCM', length: 256 },
    ['encrypt', 'decrypt'],
  ])
  await expect(createSealingKey(undefined)).rejects.toThrow(DiskError)
})

/** Chunks that an earlier version has written must be read, or the format must have another number. */
describe(`format ${FORMAT}`, () => {
  test('has these checksums', () => {
    const sums = [[], [1], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7, 8, 9]].map(words =>
      checksum(Uint32Array.from(words), 5),
    )
    expect(sums).toEqual([93_542_866, 1_850_725_503, 1_633_244_332, 3_180_487_749])
  })

  test('has this header, and rows with their namespaces', () => {
    const rows = ['a/x', 'a/y', 'z'].map((key, at) => {
      const [namespace = '', name = key] = key.includes('/') ? key.split('/') : []
      return rowOfContent({ key, namespace, name, uid: `u${at}`, resourceVersion: `${at}` }, `{"n":${at}}`)
    })
    const encoder = new ChunkEncoder(() => 9)
    const { bytes: encoded, checksum: sum } = encoder.encode({ rows, deletions: ['a/w'], note: 1 }, ADDRESS)
    const text = new TextDecoder().decode(encoded.subarray(20))
    const index = {
      namespaces: ['a', ''],
      rows: [0, 'x', 'u0', '0', 7, 0, 'y', 'u1', '1', 7, 1, 'z', 'u2', '2', 7],
    }
    expect(text).toBe(
      `{"n":0}{"n":1}{"n":2}${JSON.stringify({ ...index, deletions: ['a/w'], note: 1 })}`.padEnd(text.length),
    )
    expect([...new Uint32Array(encoded.slice(0, 20).buffer)]).toEqual([
      0x314b4e43,
      sum,
      encoded.length,
      21,
      9,
    ])
    expect([sum, encoded.length % 4]).toEqual([3_499_745_128, 0])
    const read = readChunk(encoded.slice(), ADDRESS)
    expect([read.keys, read.note, read.number, read.bytes]).toEqual([
      ['a/x', 'a/y', 'z'],
      1,
      7,
      encoded.length,
    ])
    expect([rowKey('', 'z'), rowKey('a', 'x')]).toEqual(['z', 'a/x'])
  })
})
