import type { Row } from '@kube-informer/core'

/** The filtered and sorted rows of one target, read in parts. */
export interface SortedRows {
  /** The number of rows. */
  readonly size: number
  /** The present rows, or a part of them: `limit` rows from `offset` on. */
  rows(offset?: number, limit?: number): Row[]
  /** The present row of a key, if it is one of them. Costs no sorting. */
  get(key: string): Row | undefined
  /** The present row of a key in the target, also if the filter rejects it. */
  find(key: string): Row | undefined
  /** The number of rows that precede a row in the order, which need not be one of them. */
  countBefore(row: Row): number
}

export const NO_SORTED_ROWS: SortedRows = {
  size: 0,
  rows: () => [],
  get: () => undefined,
  find: () => undefined,
  countBefore: () => 0,
}
