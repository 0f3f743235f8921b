import type { Row } from '@kube-informer/core'
import { positionsAt } from './positions-at.ts'
import { byNamespaceAndName, type RowOrder } from './row-order.ts'
import type { SortedRows } from './sorted-rows.ts'

export interface MergedRowsOptions {
  readonly order: RowOrder
  /** The present parts, each in this order. They have different namespaces, and follow each other by these. */
  readonly parts: () => readonly SortedRows[]
  /** The present part that can have the row of a key. */
  readonly partOf: (key: string) => SortedRows | undefined
}

/** The rows of several namespaces, sorted as one. A part of them is read without reading what precedes it. */
export class MergedRows implements SortedRows {
  readonly #order: RowOrder
  readonly #parts: () => readonly SortedRows[]
  readonly #partOf: (key: string) => SortedRows | undefined
  /** The first row that was read last. A window mostly stays there. */
  #first: Row | undefined

  constructor({ order, parts, partOf }: MergedRowsOptions) {
    this.#order = order
    this.#parts = parts
    this.#partOf = partOf
  }

  get size(): number {
    return this.#parts().reduce((sum, { size }) => sum + size, 0)
  }

  rows(offset = 0, limit: number = Number.POSITIVE_INFINITY): Row[] {
    const parts = this.#parts()
    if (this.#order === byNamespaceAndName) return concatenated(parts, offset, limit)
    const order = this.#order
    const starts = positionsAt({ parts, order, offset, near: this.#first })
    // The parts are sorted, which makes sorting the whole a merge.
    const read = parts.flatMap((part, index) => part.rows(starts[index], limit)).sort(order)
    this.#first = read[0]
    return read.slice(0, limit)
  }

  get(key: string): Row | undefined {
    return this.#partOf(key)?.get(key)
  }

  find(key: string): Row | undefined {
    return this.#partOf(key)?.find(key)
  }

  countBefore(row: Row): number {
    return this.#parts().reduce((sum, part) => sum + part.countBefore(row), 0)
  }
}

/** In the default order, the rows of a namespace follow those of the previous one. */
function concatenated(parts: readonly SortedRows[], offset: number, limit: number): Row[] {
  const read: Row[][] = []
  let skip = offset
  let left = limit
  for (const part of parts) {
    if (left <= 0) break
    const { size } = part
    const rows = skip < size ? part.rows(skip, left) : []
    skip = Math.max(0, skip - size)
    left -= rows.length
    read.push(rows)
  }
  return read.flat()
}
