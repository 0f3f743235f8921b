import { generatePods, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import type { Row } from '../../api/row.ts'
import { contentOf } from '../../row/read-body.ts'
import { readObject } from '../../row/read-row.ts'
import { inPieces } from '../../test/corruption.ts'
import { table } from '../every-kind.ts'
import { loadParsers } from '../load-parsers.ts'
import type { ProtobufModule } from '../load-protobuf.ts'
import { loadProtobufEncoder } from '../write-protobuf.ts'
import { typeOf } from './known-fields.ts'

const POD = { apiVersion: 'v1', kind: 'Pod' }
const CUSTOM_RESOURCE_DEFINITION = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
}
const metadata = { resourceVersion: '7', continue: 'more', remainingItemCount: 12 }

let protobuf: ProtobufModule
let list: Uint8Array
beforeAll(async () => {
  protobuf = await loadParsers()
  await protobuf.loadOtherGroups()
  list = await encoded({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata,
    items: generatePods({ count: 3, seed: 1 }),
  })
})

async function encoded(object: object): Promise<Uint8Array> {
  return (await loadProtobufEncoder()).encode(object as KubernetesObject) ?? new Uint8Array()
}

/** What a parser makes of the chunks. */
function parse(chunks: Iterable<Uint8Array>) {
  const parser = protobuf.listParser<KubernetesObject>({ shape: pods, wanted: {} })
  const items: Row[] = []
  try {
    for (const chunk of chunks) {
      const copy = chunk.slice()
      parser.push(copy, items)
      // The chunk belongs to the caller, who may use it again.
      copy.fill(0xff)
    }
    return { envelope: parser.end(), items }
  } finally {
    parser.close()
  }
}

const bodyOf = ({ body }: Row): Uint8Array => contentOf(body) as Uint8Array
const buffersOf = (rows: readonly Row[]) => new Set(rows.map(row => bodyOf(row).buffer))

/** A varint of a number that may be longer than 32 bits. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}
const field = (number: number, content: ArrayLike<number>): number[] => [
  number * 8 + 2,
  ...varint(content.length),
  ...Array.from(content),
]
const text = (value: string) => new TextEncoder().encode(value)
const MAGIC = [0x6b, 0x38, 0x73, 0]
const typed = (kind: string, apiVersion = 'v1') =>
  field(1, [...field(1, text(apiVersion)), ...field(2, text(kind))])
const named = (name: string) => field(1, field(1, text(name)))
const listOf = (message: readonly number[], kind = 'PodList') =>
  Uint8Array.from([...MAGIC, ...typed(kind), ...field(2, message)])

describe('a list in protobuf', () => {
  test('has bodies in few buffers, which have few other bytes', async () => {
    const items = generatePods({ count: 100, seed: 1 })
    const large = await encoded({ kind: 'PodList', apiVersion: 'v1', metadata, items })
    const rows = parse([large]).items
    const buffers = [...buffersOf(rows)]
    expect(buffers.length).toBeLessThan(items.length / 10)
    const bytes = rows.reduce((sum, row) => sum + bodyOf(row).length, 0)
    const last = 64 * 1024
    expect(buffers.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(1.2 * bytes + last)
  })

  test('has a large body in a buffer of its own', async () => {
    const annotations = { large: 'x'.repeat(100_000) }
    const items = ['a', 'b', 'c'].map(name => ({
      ...POD,
      metadata: { name, namespace: 'default', ...(name === 'b' ? { annotations } : {}) },
    }))
    const bytes = await encoded({ kind: 'PodList', apiVersion: 'v1', metadata, items })
    const [a, b, c] = parse([bytes]).items.map(bodyOf)
    expect(a?.buffer).toBe(c?.buffer)
    expect([b?.byteOffset, b?.byteLength]).toEqual([0, b?.buffer.byteLength])
  })

  test('is the same in one chunk, byte by byte, and in pieces of any size', () => {
    const whole = parse([list])
    expect(whole.envelope).toEqual({ kind: 'PodList', apiVersion: 'v1', metadata })
    expect(whole.items.map(row => readObject(row).metadata?.name)).toEqual(
      generatePods({ count: 3, seed: 1 }).map(pod => pod.metadata?.name),
    )
    expect(parse(inPieces(list, [1]))).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 5 }), sizes => {
        expect(parse(inPieces(list, sizes))).toEqual(whole)
      }),
    )
  })

  test('delivers each item as soon as it has arrived', () => {
    const parser = protobuf.listParser<KubernetesObject>({ shape: pods, wanted: {} })
    const items: Row[] = []
    const arrived: number[] = []
    for (let at = 0; at < list.length; at += 100) {
      parser.push(list.subarray(at, at + 100), items)
      arrived.push(items.length)
    }
    expect(new Set(arrived)).toEqual(new Set([0, 1, 2, 3]))
  })

  test('that is cut after any byte is an error', () => {
    // Two empty fields of the envelope follow the list.
    const listEnd = list.length - 4
    for (let end = 0; end < listEnd; end++) {
      const cut = () => parse([list.subarray(0, end)])
      expect(cut, `cut after ${end} bytes`).toThrow(ProtocolError)
      if (end < 4) expect(cut).toThrow('ends in the middle')
    }
  })

  test('without items has none, and metadata', async () => {
    const empty = await encoded({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] })
    expect(parse([empty])).toEqual({
      envelope: { kind: 'PodList', apiVersion: 'v1', metadata: {} },
      items: [],
    })
    expect(parse([listOf([])]).envelope).toEqual({ kind: 'PodList', apiVersion: 'v1', metadata: {} })
  })

  test('without a type has that of the expected objects', () => {
    const { envelope, items } = parse([Uint8Array.from([...MAGIC, ...field(2, field(2, named('a')))])])
    expect(envelope).toMatchObject({ kind: 'PodList', apiVersion: 'v1' })
    expect(items.map(row => readObject(row))).toMatchObject([{ kind: 'Pod', metadata: { name: 'a' } }])
  })

  test('may have fields that are newer than the table', () => {
    const newer = [
      ...[...varint(99 * 8 + 2), 2, 1, 2],
      ...[...varint(98 * 8), 1],
      ...[...varint(97 * 8 + 1), ...new Array<number>(8).fill(1)],
      ...[...varint(96 * 8 + 5), 1, 1, 1, 1],
    ]
    const bytes = listOf([...newer, ...field(2, [...named('a'), ...newer]), ...newer])
    const [row] = parse([bytes]).items
    expect(readObject(row as Row).metadata?.name).toBe('a')
  })

  const HUGE = varint(2 ** 32)
  const BAD: readonly (readonly [string, () => Uint8Array | readonly number[], RegExp])[] = [
    ['nothing', () => [], /ends in the middle/],
    ['JSON', () => text('{"kind":"PodList","items":[]}'), /expected prefix/],
    ['the wrong magic', () => [0x6b, 0x38, 0x73, 1, ...list.subarray(4)], /expected prefix/],
    ['an unknown kind', () => listOf([], 'GadgetList'), /no kind "GadgetList"/],
    ['a kind that is no list', () => listOf([], 'Pod'), /unsupported list kind "Pod"/],
    ['a Status', () => listOf([], 'Status'), /unsupported list kind "Status"/],
    ['two lists', () => [...listOf([]), ...field(2, [])], /more than one list/],
    ['only a type', () => [...MAGIC, ...typed('PodList')], /ends in the middle/],
    ['an item without a name', () => listOf(field(2, [])), /without metadata.name/],
    ['a name that is a number', () => listOf(field(2, field(1, [8, 5]))), /without metadata.name/],
    ['a list of 4 GiB that ends', () => [...MAGIC, ...typed('PodList'), 18, ...HUGE], /ends in the middle/],
    ['an item of 4 GiB', () => [...MAGIC, 18, ...varint(2 ** 34), 18, ...HUGE], /longer than 67108864 bytes/],
    ['a type of 4 GiB', () => [...MAGIC, 10, ...HUGE], /longer than 67108864 bytes/],
    ['an item beyond the list', () => listOf([18, 100, 1]), /unexpected end/],
    ['metadata beyond the list', () => listOf([10, 100, 1]), /unexpected end/],
    ['a name beyond its object', () => listOf(field(2, [10, 100, 1])), /unexpected end/],
    ['a name beyond the metadata', () => listOf(field(2, field(1, [10, 100, 65]))), /unexpected end/],
    ['a varint without an end', () => [...MAGIC, 18, ...new Array(11).fill(0xff)], /more than 64 bits/],
    ['a tag without an end', () => [...MAGIC, ...new Array(11).fill(0x80)], /more than 64 bits/],
    [
      'a varint without an end in an item',
      () => listOf(field(2, new Array(11).fill(0xff))),
      /more than 64 bits/,
    ],
    ['a group', () => listOf([2 * 8 + 3, 1]), /illegal wire type 3/],
    ['wire type 7', () => [...MAGIC, 2 * 8 + 7, 1], /illegal wire type 7/],
  ]
  test.each(BAD)('that is %s is an error, whole and byte by byte', (_, made, message) => {
    const bytes = Uint8Array.from(made())
    for (const chunks of [[bytes], [...inPieces(bytes, [1])]]) {
      expect(() => parse(chunks)).toThrow(ProtocolError)
      expect(() => parse(chunks)).toThrow(message)
    }
  })

  test('may have texts that are no UTF-8, which are read as a server reads them in JSON', () => {
    const item = field(1, [...field(1, text('a')), ...field(5, [0xff, 0xc3, 65])])
    const [row] = parse([listOf(field(2, item))]).items
    expect(row?.uid).toBe('\ufffd\ufffdA')
    expect(readObject(row as Row).metadata?.uid).toBe('\ufffd\ufffdA')
  })

  test('with any bits flipped and bytes lost is read, or a ProtocolError', () => {
    const damage = fc.record({
      at: fc.nat(list.length - 1),
      bit: fc.nat(7),
      cut: fc.constantFrom(0, 0, 1, 2, 100),
    })
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), fc.nat(3_000), (damages, size) => {
        let bytes = list.slice()
        for (const { at, bit, cut } of damages) {
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
          if (cut > 0) bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + cut)])
        }
        expectProtocolErrors(() => parse(inPieces(bytes, [size + 1])).items)
      }),
      { numRuns: 2_000 },
    )
  })

  test('of any bytes after its beginning is read, or a ProtocolError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, isItem) => {
        const message = isItem ? field(2, [...named('a'), ...bytes]) : bytes
        expectProtocolErrors(() => parse([listOf([...message])]).items)
      }),
      { numRuns: 5_000 },
    )
  })
})

/** Parses, and reads what was parsed. */
function expectProtocolErrors(parsing: () => readonly Row[]): void {
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run()
    } catch (error) {
      expect(error).toBeInstanceOf(ProtocolError)
      return undefined
    }
  }
  for (const row of attempt(parsing) ?? []) attempt(() => readObject(row))
}

test('schemas that are nested too deeply are a ProtocolError when the row is read', () => {
  let index = table.knownKind(typeOf(CUSTOM_RESOURCE_DEFINITION))
  const [spec = 0, versions = 0, validation = 0, schema = 0, not = 0] = [
    'spec',
    'versions',
    'schema',
    'openAPIV3Schema',
    'not',
  ].map(name => {
    const member = table.message(index).members.find(each => each?.name === name)
    index = Number(member?.type)
    return member?.number ?? 0
  })
  const nested = (depth: number): number[] =>
    Array.from({ length: depth }).reduce<number[]>(
      below => [...varint(not * 8 + 2), ...varint(below.length), ...below],
      [],
    )
  const read = (depth: number) => {
    const version = field(versions, field(validation, field(schema, nested(depth))))
    const parser = protobuf.listParser<KubernetesObject>({ shape: CUSTOM_RESOURCE_DEFINITION, wanted: {} })
    const rows: Row[] = []
    parser.push(
      Uint8Array.from([...MAGIC, ...field(2, field(2, [...named('a'), ...field(spec, version)]))]),
      rows,
    )
    return readObject(rows[0] as Row)
  }
  expect(read(100).metadata?.name).toBe('a')
  expect(() => read(1_000)).toThrow(ProtocolError)
  expect(() => read(1_000)).toThrow('nested too deeply')
})
