import type { Row } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { podRow } from '../../test/rows.ts'
import { MergedRows } from './merged-rows.ts'
import { byNamespaceAndName, type RowOrder } from './row-order.ts'
import type { SortedRows } from './sorted-rows.ts'

const byVersion: RowOrder = (a, b) =>
  Number(a.resourceVersion) - Number(b.resourceVersion) || (a.key < b.key ? -1 : 1)

/** The rows of a namespace; counts how many are read. */
class Part implements SortedRows {
  read = 0
  readonly #rows: readonly Row[]
  readonly #order: RowOrder

  constructor(rows: readonly Row[], order: RowOrder) {
    this.#rows = rows.toSorted(order)
    this.#order = order
  }

  get size(): number {
    return this.#rows.length
  }

  rows(offset = 0, limit: number = Number.POSITIVE_INFINITY): Row[] {
    const rows = this.#rows.slice(offset, offset + limit)
    this.read += rows.length
    return rows
  }

  get(key: string): Row | undefined {
    return this.#rows.find(row => row.key === key)
  }

  find(key: string): Row | undefined {
    return this.get(key)
  }

  countBefore(row: Row): number {
    return this.#rows.filter(each => this.#order(each, row) < 0).length
  }
}

const namespace = (name: string, versions: readonly number[]) =>
  versions.map((version, at) => podRow(`${name}/${String(at).padStart(3, '0')}`, version))

function merged(all: readonly (readonly Row[])[], order: RowOrder) {
  const parts = all.map(rows => new Part(rows, order))
  const rows = new MergedRows({ order, parts: () => parts, partOf: key => parts.find(part => part.get(key)) })
  return { parts, rows, sorted: all.flat().toSorted(order) }
}

describe.each([
  ['the default order', byNamespaceAndName],
  ['another order', byVersion],
])('the rows of several namespaces in %s', (_, order) => {
  test('are one sorted list, of which any window can be read', () => {
    const versions = fc.array(fc.nat(20), { maxLength: 12 })
    const window = fc.record({ offset: fc.nat(40), limit: fc.option(fc.nat(15), { nil: undefined }) })
    fc.assert(
      fc.property(
        fc.tuple(versions, versions, versions),
        fc.array(window, { maxLength: 4 }),
        (all, windows) => {
          const { rows, sorted } = merged(
            all.map((each, at) => namespace('abc'[at] ?? '', each)),
            order,
          )
          expect(rows.size).toBe(sorted.length)
          for (const { offset, limit = sorted.length } of windows)
            expect(rows.rows(offset, limit)).toEqual(sorted.slice(offset, offset + limit))
          expect(rows.rows()).toEqual(sorted)
          for (const [at, row] of sorted.entries()) {
            expect([rows.countBefore(row), rows.get(row.key), rows.find(row.key)]).toEqual([at, row, row])
          }
          expect([rows.get('d/0'), rows.find('d/0')]).toEqual([undefined, undefined])
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('in the default order, a window reads no other rows', () => {
  const { rows, parts } = merged(
    [namespace('a', [1, 2, 3]), namespace('b', [1, 2, 3]), namespace('c', [1])],
    byNamespaceAndName,
  )
  const reads = () => parts.map(({ read }) => read)
  expect(rows.rows(1, 2).map(({ key }) => key)).toEqual(['a/001', 'a/002'])
  expect(reads()).toEqual([2, 0, 0])
  expect(rows.rows(2, 3).map(({ key }) => key)).toEqual(['a/002', 'b/000', 'b/001'])
  expect(reads()).toEqual([3, 2, 0])
  expect(rows.rows(6, 5).map(({ key }) => key)).toEqual(['c/000'])
  expect(reads()).toEqual([3, 2, 1])
})
