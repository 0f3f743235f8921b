import type { Row } from '@kube-informer/core'
import type { OrderSplice } from '../../wire/order-splice.ts'

/** The difference between two windows. */
export interface WindowDiff {
  /** The rows that the page does not have with this resourceVersion. */
  readonly rows: readonly Row[]
  /** Absent when the keys and their order are the same. */
  readonly order?: OrderSplice
}

/**
 * Compares the window that a page holds with the present one. Rows with a uid and resourceVersion that the page has are
 * not sent again, wherever they moved.
 */
export function diffWindow(held: readonly Row[], wanted: readonly Row[]): WindowDiff {
  const rows: Row[] = []
  const shorter = Math.min(held.length, wanted.length)
  let start = 0
  while (start < shorter && sameKey(held[start], wanted[start])) {
    collect(rows, held[start], wanted[start])
    start++
  }
  let tail = 0
  while (tail < shorter - start && sameKey(held.at(-1 - tail), wanted.at(-1 - tail))) {
    collect(rows, held.at(-1 - tail), wanted.at(-1 - tail))
    tail++
  }
  const removed = held.slice(start, held.length - tail)
  const inserted = wanted.slice(start, wanted.length - tail)
  if (removed.length + inserted.length === 0) return { rows }
  const before = new Map(removed.map(row => [row.key, row]))
  for (const row of inserted) collect(rows, before.get(row.key), row)
  return { rows, order: { at: start, remove: removed.length, insert: inserted.map(row => row.key) } }
}

const sameKey = (a: Row | undefined, b: Row | undefined): boolean => a === b || a?.key === b?.key

function collect(rows: Row[], held: Row | undefined, wanted: Row | undefined): void {
  if (wanted && !sameVersion(held, wanted)) rows.push(wanted)
}

/**
 * Objects without a uid or resourceVersion, such as metrics, cannot be compared and count as changed. Rows of Tables with other
 * columns have other cells.
 */
function sameVersion(a: Row | undefined, b: Row): boolean {
  if (a === b) return true
  const isVersion = a?.uid === b.uid && a.resourceVersion === b.resourceVersion && a.columns === b.columns
  return isVersion && b.uid !== '' && b.resourceVersion !== ''
}
