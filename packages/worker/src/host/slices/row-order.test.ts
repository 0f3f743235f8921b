import { defineResource, type Row } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { Slice, SliceSort } from '../../api/subscription.ts'
import { rowOf } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { rowOrder } from './row-order.ts'

const definition = compileDefinition({
  resource: defineResource({ group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true }),
  comparators: { byCount: (a, b) => countOf(a) - countOf(b) },
})

const countOf = (object: unknown): number => (object as { count?: number }).count ?? 0
const event = (name: string, fields: Record<string, unknown>): Row =>
  rowOf({ metadata: { name, namespace: 'x', uid: name, resourceVersion: '1' }, ...fields })
const sorted = (rows: Row[], sort: Slice['sort']): string[] =>
  rows.sort(rowOrder(sort, definition)).map(row => row.name)
/** The values of a member in order, and in descending order. */
const ordered = (values: readonly unknown[], as: SliceSort['as']): unknown[][] => {
  const rows = values.map((v, index) => event(`${index}`, v === undefined ? {} : { v }))
  return [false, true].map(descending =>
    sorted(rows, { by: '.v', descending, as }).map(name => values[Number(name)]),
  )
}

describe('rowOrder', () => {
  it('compares numbers by size, not as text', () => {
    expect(sorted([event('a', { count: 10 }), event('b', { count: 9 })], { by: '.count' })).toEqual([
      'b',
      'a',
    ])
  })

  it('sorts numbers before text, and missing values last', () => {
    const rows = [
      event('a', {}),
      event('b', { v: 'x' }),
      event('c', { v: 1 }),
      event('d', { v: { deep: 1 } }),
    ]
    expect(sorted(rows, { by: '.v' })).toEqual(['c', 'b', 'a', 'd'])
  })

  it('breaks ties by name in both directions', () => {
    const rows = [event('b', { count: 1 }), event('a', { count: 1 }), event('c', { count: 2 })]
    expect(sorted(rows, { by: 'byCount' })).toEqual(['a', 'b', 'c'])
    expect(sorted(rows, { by: 'byCount', descending: true })).toEqual(['c', 'a', 'b'])
  })

  it('orders the ties of a key by the next one, each in its direction', () => {
    const rows = [
      event('a', { v: 'x', count: 1 }),
      event('b', { v: 'y', count: 1 }),
      event('c', { v: 'x', count: 2 }),
      event('d', { count: 2 }),
      event('e', { v: 'x', count: 1 }),
    ]
    const byCount = { by: 'byCount', descending: true } as const
    expect(sorted(rows, [byCount, { by: '.v' }])).toEqual(['c', 'd', 'a', 'e', 'b'])
    expect(sorted(rows, [{ by: '.v', descending: true }, byCount])).toEqual(['b', 'c', 'a', 'e', 'd'])
    expect(sorted(rows, [])).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('sorts numbers as text', () => {
    expect(ordered([9, undefined, 10, '1a'], 'text')).toEqual([
      [10, '1a', 9, undefined],
      [9, '1a', 10, undefined],
    ])
  })

  it('sorts text in natural order', () => {
    const values = [
      'web',
      'web-2',
      'web-2-b',
      'web-10',
      'web-10a',
      'web-00123456789',
      'web-a',
      'x1.9',
      'x1.10',
    ]
    const [ascending, descending] = ordered([undefined, ...values.toReversed(), null], 'natural')
    expect(ascending).toEqual([...values, undefined, null])
    expect(descending).toEqual([...values.toReversed(), undefined, null])
  })

  it('sorts equal numbers of a natural order as ties', () => {
    const rows = [event('b', { v: 'n-7' }), event('a', { v: 'n-007' }), event('c', { v: 'n-07' })]
    expect(sorted(rows, { by: '.v', as: 'natural' })).toEqual(['a', 'b', 'c'])
  })

  it('sorts quantities by size, and what is none last', () => {
    expect(ordered(['1Gi', 'much', '1M', 500, '1500m', '2', undefined], 'quantity')).toEqual([
      ['1500m', '2', 500, '1M', '1Gi', 'much', undefined],
      ['1Gi', '1M', 500, '2', '1500m', 'much', undefined],
    ])
  })

  it('sorts the youngest first by age', () => {
    const [old, young, younger] = [
      '2026-01-01T00:00:00Z',
      '2026-01-01T02:00:00.000001+01:00',
      '2026-01-01T01:00:00.000002Z',
    ]
    expect(ordered([old, 'today', young, undefined, younger], 'age')).toEqual([
      [younger, young, old, 'today', undefined],
      [old, young, younger, 'today', undefined],
    ])
  })

  it('rejects an unknown comparator, and lists the known ones', () => {
    expect(() => rowOrder({ by: 'reason' }, definition)).toThrow(
      'there is no comparator "reason"; the definition has: "byCount" (a path of one step is written ".reason")',
    )
  })

  it('sorts by the first value of a path through arrays', () => {
    const rows = [
      event('a', { c: [{ n: 3 }, { n: 1 }] }),
      event('b', { c: [{ n: {} }, { n: 2 }] }),
      event('c', { c: [] }),
      event('d', { c: [{ t: 'Ready', n: 0 }] }),
    ]
    expect(sorted(rows, { by: '.c[*].n' })).toEqual(['d', 'b', 'a', 'c'])
    expect(sorted(rows, { by: '.c[?(@.t=="Ready")].n', descending: true })).toEqual(['d', 'a', 'b', 'c'])
  })

  it('names the position of a mistake in a path', () => {
    expect(() => rowOrder([{ by: '.v' }, { by: '.c[?(@.t=="Ready"].n' }], definition)).toThrow(
      /^sort\[1\]\.by: .*at character \d+/,
    )
    expect(() => rowOrder({ by: 5 as unknown as string }, definition)).toThrow('sort.by: a text is expected')
  })

  it('rejects an unknown type, and a type for a comparator', () => {
    expect(() => rowOrder([{ by: '.v', as: 'size' as 'text' }], definition)).toThrow(
      'sort[0].as: a sort is `as` "text", "natural", "quantity", "age", not "size"',
    )
    expect(() => rowOrder({ by: 'byCount', as: 'text' }, definition)).toThrow(
      'the sort by the comparator "byCount" has an order of its own, and cannot be `as` "text"',
    )
  })
})
