import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import { ListSplitter } from './list-splitter.ts'

function split(text: string, cuts: readonly number[]): { items: unknown[]; envelope: unknown } {
  const splitter = new ListSplitter()
  const at = [...new Set(cuts.map(cut => cut % (text.length + 1)))].sort((a, b) => a - b)
  const items: unknown[] = []
  let from = 0
  for (const to of [...at, text.length]) {
    for (const item of splitter.push(text.slice(from, to))) items.push(JSON.parse(item))
    from = to
  }
  return { items, envelope: splitter.end() }
}

const value = fc.jsonValue({ maxDepth: 3 })
const item = fc.dictionary(fc.string(), value, { maxKeys: 4 })
const envelope = fc.dictionary(fc.constantFrom('kind', 'apiVersion', 'metadata', 'a"b', '\\', '[{'), value)

describe('ListSplitter', () => {
  test('gives the items and the envelope that the parser sees, however the text is cut', () => {
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
          const result = split(text, cuts)
          expect(result.items).toEqual(JSON.parse(JSON.stringify(items)))
          expect(result.envelope).toEqual({ ...JSON.parse(JSON.stringify(head)), items: [] })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('one character at a time, with escapes at every boundary', () => {
    const items = [{ a: 'x\\', b: '"]}' }, { c: '\\\\"' }]
    const text = JSON.stringify({ kind: 'PodList', metadata: { continue: '' }, items })
    const result = split(
      text,
      Array.from(text, (_, index) => index),
    )
    expect(result).toEqual({ items, envelope: { kind: 'PodList', metadata: { continue: '' }, items: [] } })
  })

  test('an items array below the top is none of its business', () => {
    const text = '{"metadata":{"items":[{"x":1}]},"items":[{"y":2}]}'
    expect(split(text, []).items).toEqual([{ y: 2 }])
  })

  test('items may be null, as an empty PartialObjectMetadataList has them', () => {
    expect(split('{"items":null,"metadata":{}}', [])).toEqual({
      items: [],
      envelope: { items: null, metadata: {} },
    })
  })

  test.each(['', '{"items":[{"a":1}', '{"items":[{"a":1}]', '{"metadata":{"a":"'])(
    'an answer that ends in the middle is an error: %s',
    text => {
      expect(() => split(text, [])).toThrow(ProtocolError)
    },
  )

  test('text that is no JSON is an error', () => {
    expect(() => split('<html>', [])).toThrow(/not JSON/)
  })
})
