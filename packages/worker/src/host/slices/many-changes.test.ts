import type { Row } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { podRow } from '../../test/rows.ts'
import { byNamespaceAndName, type RowOrder } from './row-order.ts'
import type { RowSource } from './row-source.ts'
import { SliceView } from './slice-view.ts'

const byVersion: RowOrder = (a, b) =>
  Number(a.resourceVersion) - Number(b.resourceVersion) || (a.key < b.key ? -1 : 1)

/** A source with rows by key; counts how often all of them are read. */
class Source implements RowSource {
  readonly rows = new Map<string, Row>()
  lists = 0

  get size(): number {
    return this.rows.size
  }

  get(key: string): Row | undefined {
    return this.rows.get(key)
  }

  list(): readonly Row[] {
    this.lists++
    return [...this.rows.values()]
  }

  mayHold(key: string): boolean {
    return key.startsWith('a/')
  }
}

const keyOf = (index: number) => `a/${String(index).padStart(4, '0')}`

describe.each<[string, RowOrder, ((row: Row) => boolean) | undefined]>([
  ['the default order', byNamespaceAndName, undefined],
  ['another order', byVersion, undefined],
  ['another order, with a filter', byVersion, row => Number(row.resourceVersion) % 3 !== 0],
])('a view in %s', (_, order, filter) => {
  test('equals the sorted rows after any number of changes, without reading all of them again', () => {
    const change = fc.record({ index: fc.nat(99), version: fc.option(fc.nat(200), { nil: undefined }) })
    // More than 32 changes are applied in one pass.
    const batches = fc.array(fc.array(change, { maxLength: 80, size: 'max' }), { maxLength: 4 })
    fc.assert(
      fc.property(batches, all => {
        const source = new Source()
        for (let index = 0; index < 60; index++)
          source.rows.set(keyOf(index), podRow(keyOf(index), (index * 37) % 101))
        const view = new SliceView({ source, order, filter })
        const expected = () => {
          const rows = [...source.rows.values()]
          return (filter ? rows.filter(filter) : rows).sort(order)
        }
        expect(view.rows()).toEqual(expected())
        for (const batch of all) {
          for (const { index, version } of batch) {
            if (version === undefined) source.rows.delete(keyOf(index))
            else source.rows.set(keyOf(index), podRow(keyOf(index), version))
            expect(view.mark(keyOf(index))).toBe(true)
          }
          const wanted = expected()
          expect([view.rows(), view.size]).toEqual([wanted, wanted.length])
          for (const [at, row] of wanted.entries()) expect(view.countBefore(row)).toBe(at)
        }
        expect(source.lists).toBe(1)
      }),
      { numRuns: 60 },
    )
  })
})

test('changes of keys that the source cannot have do not count', () => {
  const source = new Source()
  const view = new SliceView({ source, order: byNamespaceAndName })
  expect([view.mark('b/x'), view.mark('a/x')]).toEqual([false, true])
})

test.each([
  [1000, 1],
  [1001, 2],
])('after changes of %i keys, all rows are read %i times', (count, lists) => {
  const source = new Source()
  const view = new SliceView({ source, order: byNamespaceAndName })
  view.rows()
  for (let index = 0; index < count; index++) {
    source.rows.set(keyOf(index), podRow(keyOf(index), 1))
    view.mark(keyOf(index))
  }
  expect([view.rows().length, source.lists]).toEqual([count, lists])
  view.markAll()
  view.rows()
  expect(source.lists).toBe(lists + 1)
})
