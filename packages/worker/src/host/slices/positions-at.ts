import type { Row } from '@kube-informer/core'
import type { RowOrder } from './row-order.ts'
import type { SortedRows } from './sorted-rows.ts'

/** The positions of one part that are still possible: from `low` to `high`, both included. */
interface Range {
  readonly part: SortedRows
  low: number
  high: number
}

/** The row in the middle of a range. */
interface Middle {
  readonly range: Range
  readonly at: number
  readonly row: Row
}

export interface PositionsAtOptions {
  readonly parts: readonly SortedRows[]
  readonly order: RowOrder
  /** In rows of all parts. */
  readonly offset: number
  /** A row near that offset in the order, so that little is searched. @default everything is searched */
  readonly near?: Row | undefined
}

/**
 * Finds where a window starts in each of several sorted parts: the positions add up to `offset`, and no row before them
 * follows a row after them. Each round excludes at least a quarter of the rows, so there are O(log n) rounds, and none if
 * `near` is the first row of the window.
 */
export function positionsAt({ parts, order, offset, near }: PositionsAtOptions): readonly number[] {
  const ranges = near
    ? rangesNear(near, parts, offset)
    : parts.map(part => ({ part, low: 0, high: part.size }))
  for (;;) {
    const lows = ranges.map(({ low }) => low)
    const highs = ranges.map(({ high }) => high)
    if (offset <= sum(lows)) return lows
    const middle = offset < sum(highs) && middleOf(ranges, order)
    if (!middle) return highs
    exclude(ranges, middle, offset)
  }
}

/** The position of a part differs from that of `near` by at most the difference of the offsets. */
function rangesNear(near: Row, parts: readonly SortedRows[], offset: number): Range[] {
  const positions = parts.map(part => part.countBefore(near))
  const difference = offset - sum(positions)
  return parts.map((part, index) => {
    const at = positions[index] as number
    return {
      part,
      low: Math.max(0, at + Math.min(0, difference)),
      high: Math.min(part.size, at + Math.max(0, difference)),
    }
  })
}

/** The middle that has about half of the rows of all ranges before it. */
function middleOf(ranges: readonly Range[], order: RowOrder): Middle | undefined {
  const middles = ranges.flatMap(range => {
    const at = (range.low + range.high) >>> 1
    const [row] = range.low < range.high ? range.part.rows(at, 1) : []
    return row ? { range, at, row } : []
  })
  const half = sum(ranges.map(widthOf)) / 2
  let before = 0
  return middles
    .sort((a, b) => order(a.row, b.row))
    .find(({ range }) => {
      before += widthOf(range)
      return before >= half
    })
}

/** Excludes the positions on one side of the middle, so that its own range becomes smaller in any case. */
function exclude(ranges: readonly Range[], { range: own, at, row }: Middle, offset: number): void {
  const cuts = ranges.map(range => (range === own ? at : positionIn(range, row)))
  const isAfter = sum(cuts) >= offset
  for (const [index, range] of ranges.entries()) {
    const cut = cuts[index] as number
    if (isAfter) range.high = cut
    else range.low = cut
  }
  if (!isAfter) own.low = at + 1
}

/** An inconsistent comparator may find a position outside of the range. */
const positionIn = ({ part, low, high }: Range, row: Row): number =>
  low === high ? low : Math.min(high, Math.max(low, part.countBefore(row)))

const widthOf = ({ low, high }: Range): number => high - low
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
