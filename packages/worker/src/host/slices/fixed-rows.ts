import type { Row } from '@kube-informer/core'
import type { RowOrder } from './row-order.ts'
import type { SortedRows } from './sorted-rows.ts'

/** Sorted rows that do not change. Rows that a filter rejects are unknown to it. */
export class FixedRows implements SortedRows {
  readonly #rows: readonly Row[]
  readonly #order: RowOrder
  #byKey: ReadonlyMap<string, Row> | undefined

  constructor(rows: readonly Row[], order: RowOrder) {
    this.#rows = rows
    this.#order = order
  }

  get size(): number {
    return this.#rows.length
  }

  rows(offset = 0, limit: number = Number.POSITIVE_INFINITY): Row[] {
    return this.#rows.slice(offset, offset + limit)
  }

  get(key: string): Row | undefined {
    this.#byKey ??= new Map(this.#rows.map(row => [row.key, row]))
    return this.#byKey.get(key)
  }

  find(key: string): Row | undefined {
    return this.get(key)
  }

  countBefore(row: Row): number {
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#order(this.#rows[middle] as Row, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
