import type { RowHead } from './row-table.ts'
import { SnapshotError } from './snapshot-error.ts'

/** The rows of a collection: a checkpoint, which is a whole state, and the changes after it. */
export interface LogLayout {
  readonly checkpoint: readonly RowHead[]
  readonly changes: readonly RowHead[]
}

/** Finds checkpoint and changes among the rows of a collection. @throws {SnapshotError} if a row is missing */
export function layoutOf(heads: readonly RowHead[]): LogLayout {
  const checkpoint = heads.filter(head => head.covers !== undefined)
  const [first] = checkpoint
  const covers = first?.covers
  if (!first || covers === undefined) throw damaged('it has no checkpoint')
  if (checkpoint.some(head => head.covers !== covers)) throw damaged('it has two checkpoints')
  if (heads[0]?.sequence !== Math.min(covers + 1, first.sequence)) throw damaged('its first row is missing')
  const changes = heads.filter(head => head.covers === undefined)
  checkConsecutive(heads)
  checkParts(checkpoint)
  checkParts(changes)
  return { checkpoint, changes }
}

/** The size of rows, in characters. */
export const sizeOf = (heads: readonly RowHead[]): number => heads.reduce((sum, { chars }) => sum + chars, 0)

/** The number of the newest row. */
export const lastSequenceOf = ({ checkpoint, changes }: LogLayout): number =>
  Math.max(checkpoint.at(-1)?.sequence ?? 0, changes.at(-1)?.sequence ?? 0)

/** The changes by the transaction that wrote them. */
export function writesOf(changes: readonly RowHead[]): readonly (readonly RowHead[])[] {
  const writes: RowHead[][] = []
  for (const head of changes) {
    if (head.part === 0) writes.push([])
    writes.at(-1)?.push(head)
  }
  return writes
}

const damaged = (reason: string): SnapshotError =>
  new SnapshotError(`the stored snapshot is damaged and was not used: ${reason}`)

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
