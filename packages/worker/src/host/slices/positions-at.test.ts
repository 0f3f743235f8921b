import type { Row } from '@kube-informer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionsAt } from './positions-at.ts'
import type { SortedRows } from './sorted-rows.ts'

const rowOf = (value: number): Row => ({ key: String(value).padStart(4, '0') }) as Row
const order = (a: Row, b: Row): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

class Part implements SortedRows {
  readonly #rows: readonly Row[]
  reads = 0

  constructor(values: readonly number[]) {
    this.#rows = values.toSorted((a, b) => a - b).map(rowOf)
  }

  get size(): number {
    return this.#rows.length
  }

  rows(offset = 0, limit = this.size): Row[] {
    this.reads++
    return this.#rows.slice(offset, offset + limit)
  }

  get(key: string): Row | undefined {
    return this.#rows.find(row => row.key === key)
  }

  find(key: string): Row | undefined {
    return this.get(key)
  }

  countBefore(row: Row): number {
    return this.#rows.filter(other => order(other, row) < 0).length
  }
}

/** Up to four parts of different rows. */
const parts = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 3 })), {
    selector: ([value]) => value,
    maxLength: 60,
  })
  .map(rows => [0, 1, 2, 3].map(part => rows.filter(([, own]) => own === part).map(([value]) => value)))

test('the positions are those of the row at the offset among all rows, with and without a row near it', () => {
  fc.assert(
    fc.property(parts, fc.nat({ max: 60 }), fc.option(fc.nat({ max: 999 })), (values, at, near) => {
      const all = values.flat().toSorted((a, b) => a - b)
      const offset = Math.min(at, all.length)
      const before = new Set(all.slice(0, offset))
      const expected = values.map(part => part.filter(value => before.has(value)).length)
      const options = { parts: values.map(part => new Part(part)), order, offset }
      expect(positionsAt({ ...options, ...(near === null ? {} : { near: rowOf(near) }) })).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

const interleaved = (): readonly Part[] =>
  [0, 1].map(own => new Part(Array.from({ length: 4_000 }, (_, index) => index * 2 + own)))
const readsOf = (all: readonly Part[]): number => all.reduce((sum, { reads }) => sum + reads, 0)

test('the first row of the window finds it without a read, and a row nearby with few', () => {
  const same = interleaved()
  expect(positionsAt({ parts: same, order, offset: 4_001, near: rowOf(4_001) })).toEqual([2_001, 2_000])
  expect(readsOf(same)).toBe(0)
  const close = interleaved()
  expect(positionsAt({ parts: close, order, offset: 4_001, near: rowOf(4_011) })).toEqual([2_001, 2_000])
  expect(readsOf(close)).toBeLessThanOrEqual(14)
})

test('the number of reads grows with the logarithm of the rows', () => {
  const all = interleaved()
  positionsAt({ parts: all, order, offset: 5_000 })
  expect(readsOf(all)).toBeLessThanOrEqual(60)
})
