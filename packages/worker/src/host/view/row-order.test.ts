import { defineResource, type Row } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import { rowOf } from '../../test/rows.ts'
import { compileDefinition } from './compiled-definition.ts'
import { rowOrder } from './row-order.ts'

const definition = compileDefinition({
  resource: defineResource({ group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true }),
  comparators: { byCount: (a, b) => countOf(a) - countOf(b) },
})

const countOf = (object: unknown): number => (object as { count?: number }).count ?? 0
const event = (name: string, fields: Record<string, unknown>): Row =>
  rowOf({ metadata: { name, namespace: 'x', uid: name, resourceVersion: '1' }, ...fields })
const sorted = (rows: Row[], by: string, descending = false): string[] =>
  rows.sort(rowOrder({ by, descending }, definition)).map(row => row.name)

describe('rowOrder', () => {
  it('compares numbers by size, not as text', () => {
    expect(sorted([event('a', { count: 10 }), event('b', { count: 9 })], '.count')).toEqual(['b', 'a'])
  })

  it('sorts numbers before text, and missing values last', () => {
    const rows = [
      event('a', {}),
      event('b', { v: 'x' }),
      event('c', { v: 1 }),
      event('d', { v: { deep: 1 } }),
    ]
    expect(sorted(rows, '.v')).toEqual(['c', 'b', 'a', 'd'])
  })

  it('breaks ties by name in both directions', () => {
    const rows = [event('b', { count: 1 }), event('a', { count: 1 }), event('c', { count: 2 })]
    expect(sorted(rows, 'byCount')).toEqual(['a', 'b', 'c'])
    expect(sorted(rows, 'byCount', true)).toEqual(['c', 'a', 'b'])
  })

  it('rejects an unknown comparator, and lists the known ones', () => {
    expect(() => rowOrder({ by: 'reason' }, definition)).toThrow(
      'there is no comparator "reason"; the definition has: "byCount" (a path of one step is written ".reason")',
    )
  })
})
