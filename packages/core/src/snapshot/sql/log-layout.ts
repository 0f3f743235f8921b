import type { LastNumbers, RowHead } from './row-table.ts'
import { damaged } from './snapshot-error.ts'

/**
 * The rows of a collection: a checkpoint, which is a whole state, and the changes after it.
 *
 * Changes and checkpoints are numbered separately. At any time, there is one checkpoint, its rows have consecutive numbers, and
 * so have the changes. The first change has the number after the last one that the checkpoint covers. A merge deletes the
 * oldest changes and the previous checkpoint, and numbers the new checkpoint after that, so a number that is missing is a row
 * that was lost.
 */
export interface LogLayout {
  readonly checkpoint: readonly RowHead[]
  readonly changes: readonly RowHead[]
}

/** Finds checkpoint and changes among the rows of a collection. @throws {SnapshotError} if a row is missing */
export function layoutOf(heads: readonly RowHead[]): LogLayout {
  const checkpoint = heads.filter(head => head.covers !== undefined)
  const changes = heads.filter(head => head.covers === undefined)
  const covers = coveredBy(checkpoint)
  if (checkpoint.some(head => head.covers !== covers)) throw damaged('it has two checkpoints')
  checkConsecutive(checkpoint)
  checkConsecutive(changes)
  const [first] = changes
  if (first && first.sequence !== covers + 1) throw damaged('its first change is missing')
  checkParts(checkpoint)
  checkParts(changes)
  return { checkpoint, changes }
}

/** The size of rows, in characters. */
export const sizeOf = (heads: readonly RowHead[]): number => heads.reduce((sum, { chars }) => sum + chars, 0)

export const lastNumbersOf = ({ checkpoint, changes }: LogLayout): LastNumbers => ({
  checkpoint: checkpoint.at(-1)?.sequence ?? 0,
  change: changes.at(-1)?.sequence ?? 0,
})

/** The number of the last change that the checkpoint or a row after it has. */
export const newestChangeOf = ({ checkpoint, changes }: LogLayout): number =>
  changes.at(-1)?.sequence ?? coveredBy(checkpoint)

/** The changes by the transaction that wrote them. */
export function writesOf(changes: readonly RowHead[]): readonly (readonly RowHead[])[] {
  const writes: RowHead[][] = []
  for (const head of changes) {
    if (head.part === 0) writes.push([])
    writes.at(-1)?.push(head)
  }
  return writes
}

function coveredBy([first]: readonly RowHead[]): number {
  if (first?.covers === undefined) throw damaged('it has no checkpoint')
  return first.covers
}

function checkConsecutive(heads: readonly RowHead[]): void {
  const isConsecutive = heads.every(({ sequence }, i) => i === 0 || sequence - 1 === heads[i - 1]?.sequence)
  if (!isConsecutive) throw damaged('a row is missing')
}

/** Checks that each write is whole. */
function checkParts(heads: readonly RowHead[]): void {
  let next = 0
  for (const { part, isLast } of heads) {
    if (part !== next) throw damaged('a part of a write is missing')
    next = isLast ? 0 : next + 1
  }
  if (next !== 0) throw damaged('the end of a write is missing')
}
