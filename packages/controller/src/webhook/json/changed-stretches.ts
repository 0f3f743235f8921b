import { isSameJson } from '../../api/json-value.ts'

type List = readonly unknown[]

/** Successive items of a list that others replace. Either side may be empty. */
export interface Stretch {
  /** The index of the first item, in the list before the change. */
  readonly start: number
  readonly before: List
  readonly after: List
}

/** Up to this many pairs of items are compared to find those in common: lists of 64 items that all changed. */
const MAX_COMPARISONS = 4096

/**
 * What differs between two lists, from the last stretch to the first one. The items between the stretches are the longest
 * common subsequence of both lists. In lists of many changes, only items before the first and after the last change are
 * found to be common.
 */
export function changedStretches(before: List, after: List): readonly Stretch[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && isSameJson(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && isSameJson(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const stretch = {
    start: head,
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
  }
  const pairs = stretch.before.length * stretch.after.length
  if (pairs > 0 && pairs <= MAX_COMPARISONS) return divide(stretch)
  return stretch.before.length + stretch.after.length === 0 ? [] : [stretch]
}

/** Divides a stretch at the items that both sides have in common. */
function divide({ start, before, after }: Stretch): readonly Stretch[] {
  const lengths = commonLengths(before, after)
  const at = (row: number, column: number) => lengths[row * (after.length + 1) + column] ?? 0
  const stretches: Stretch[] = []
  let [row, column] = [before.length, after.length]
  let [lastRow, lastColumn] = [row, column]
  const end = () => {
    if (row === lastRow && column === lastColumn) return
    stretches.push({
      start: start + row,
      before: before.slice(row, lastRow),
      after: after.slice(column, lastColumn),
    })
  }
  while (row > 0 && column > 0) {
    if (at(row, column) === at(row - 1, column)) row--
    else if (at(row, column) === at(row, column - 1)) column--
    else {
      end()
      lastRow = --row
      lastColumn = --column
    }
  }
  row = column = 0
  end()
  return stretches
}

/** The length of the longest common subsequence of each beginning of one list and each of the other. */
function commonLengths(before: List, after: List): Uint16Array {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  for (const [row, item] of before.entries()) {
    for (const [column, other] of after.entries()) {
      const index = row * width + column
      lengths[index + width + 1] = isSameJson(item, other)
        ? (lengths[index] ?? 0) + 1
        : Math.max(lengths[index + 1] ?? 0, lengths[index + width] ?? 0)
    }
  }
  return lengths
}
