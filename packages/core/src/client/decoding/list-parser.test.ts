import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import { defineResource } from '../../api/resource.ts'
import { objectDecoder } from './item-decoder.ts'
import { ListParser } from './list-parser.ts'

const things = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
})
const encoder = new TextEncoder()

function parse(text: string, cuts: readonly number[]): { items: unknown[]; envelope: unknown } {
  const parser = new ListParser(objectDecoder(things, { trim: [] }))
  const bytes = encoder.encode(text)
  const ends = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  const items: unknown[] = []
  let from = 0
  try {
    for (const to of [...ends, bytes.length]) {
      parser.push(bytes.slice(from, to), items as never)
      from = to
    }
    return { items, envelope: parser.end() }
  } finally {
    parser.close()
  }
}

/** Adds kind and apiVersion as the decoder does. */
const typed = (item: unknown): unknown => {
  const own = item as Record<string, unknown>
  if (Object.keys(own).length === 0) return item
  const type = { kind: 'Thing', apiVersion: 'example.com/v1' }
  const missing = Object.entries(type).filter(([name]) => !Object.hasOwn(own, name))
  const text = [...missing, ...Object.entries(own)].map(
    ([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`,
  )
  return JSON.parse(`{${text.join()}}`)
}

const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'items', 'metadata'))
const item = fc
  .uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name })
  // An object literal cannot define an own `__proto__`.
  .map(entries =>
    JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`),
  )
const envelope = fc.dictionary(fc.constantFrom('kind', 'apiVersion', 'metadata', 'a"b', '\\', '[{'), value)

describe('ListParser', () => {
  test('returns the items and envelope of JSON.parse for any chunking', () => {
    fc.assert(
      fc.property(
        envelope,
        fc.array(item, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.constantFrom(0, 2),
        fc.boolean(),
        (head, items, cuts, indent, itemsFirst) => {
          const list = itemsFirst ? { items, ...head } : { ...head, items }
          const text = `${JSON.stringify(list, null, indent)}\n`
          const result = parse(text, cuts)
          const seen = JSON.parse(text) as { items: unknown[] }
          expect(result.items.map(one => JSON.stringify(one))).toEqual(
            seen.items.map(one => JSON.stringify(typed(one))),
          )
          expect(result.envelope).toEqual({ ...seen, items: [] })
        },
      ),
      { numRuns: 500 },
    )
  })

  test('accepts one byte at a time, with escapes and characters at every boundary', () => {
    const items = [{ a: 'x\\', b: '"]}' }, { c: '\\\\"' }, { d: 'größe 🐳' }]
    const text = JSON.stringify({ kind: 'ThingList', metadata: { continue: '' }, items })
    const result = parse(
      text,
      Array.from({ length: encoder.encode(text).length }, (_, index) => index),
    )
    expect(result.items).toEqual(items.map(typed))
    expect(result.envelope).toEqual({ kind: 'ThingList', metadata: { continue: '' }, items: [] })
  })

  test('ignores an items array below the top level', () => {
    const text = '{"metadata":{"items":[{"x":1}]},"items":[{"y":2}]}'
    expect(parse(text, []).items).toEqual([typed({ y: 2 })])
  })

  test('items may be null, as in an empty PartialObjectMetadataList', () => {
    expect(parse('{"items":null,"metadata":{}}', [])).toEqual({
      items: [],
      envelope: { items: null, metadata: {} },
    })
  })

  test('accepts an item with more members than the capacity of a scanner', () => {
    const data = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, i]))
    const { items } = parse(
      JSON.stringify({ metadata: {}, items: [{ data }, { data: {} }] }),
      [1_000, 300_000],
    )
    expect(items).toEqual([typed({ data }), typed({ data: {} })])
  })

  test('accepts an item of several megabytes in small chunks', () => {
    const big = { metadata: { name: 'big' }, data: { blob: 'x\\"'.repeat(1_500_000) } }
    const text = JSON.stringify({ items: [{ a: 1 }, big, { b: 2 }] })
    const cuts = Array.from({ length: 400 }, (_, i) => i * 15_000)
    expect(parse(text, cuts).items).toEqual([{ a: 1 }, big, { b: 2 }].map(typed))
  })

  test.each(['', ' ', '{"items":[{"a":1}', '{"items":[{"a":1}]', '{"metadata":{"a":"'])(
    'an answer that ends in the middle is an error: %s',
    text => {
      expect(() => parse(text, [])).toThrow(ProtocolError)
    },
  )

  test.each([
    '{"items":[1]}',
    '{"items":[[{}]]}',
    '{"items":[{},"x"]}',
    '{"items":[1,{}]}',
    '{"items":["a",{}]}',
  ])('an item that is no object is an error: %s', text => {
    expect(() => parse(text, [])).toThrow(/not an object/)
  })

  test('invalid JSON is an error', () => {
    expect(() => parse('<html>', [])).toThrow(/not JSON/)
    expect(() => parse('{"items":[{"a":}]}', [])).toThrow(/not a JSON object/)
  })
})
