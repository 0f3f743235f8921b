import type { LogEntry } from './log-entry.ts'
import { type LogLayout, sizeOf, writesOf } from './log-layout.ts'
import type { LogLimits } from './log-limits.ts'
import { unpackEntries } from './row-content.ts'
import type { RowHead, RowTable } from './row-table.ts'

/**
 * Which changes are due to be merged into the checkpoint: none, or all but the newest ones.
 *
 * @param keptChars the size of the newest changes that remain as they are, in characters
 */
export function splitForMerge(
  { checkpoint, changes }: LogLayout,
  keptChars: number,
  { mergeChars, mostRows }: LogLimits,
): { readonly merged: readonly RowHead[]; readonly kept: readonly RowHead[] } {
  const limit = keptChars + Math.max(sizeOf(checkpoint), mergeChars)
  if (sizeOf(changes) <= limit && changes.length <= mostRows) return { merged: [], kept: changes }
  let kept = 0
  let chars = 0
  for (const write of writesOf(changes).toReversed()) {
    chars += sizeOf(write)
    if (chars > keptChars || kept + write.length > mostRows / 2) break
    kept += write.length
  }
  const border = changes.length - kept
  return { merged: changes.slice(0, border), kept: changes.slice(border) }
}

/** The entries of some rows. */
export const entriesOf = (table: RowTable, rows: readonly RowHead[]): Generator<LogEntry> =>
  unpackEntries(table.contents(rows))

/**
 * The newest state of each object, in no particular order. From the newest write to the oldest, so that the keys of
 * changed objects are in memory, and of bodies one write or a few rows of the checkpoint.
 */
export function* newestEntries(table: RowTable, { checkpoint, changes }: LogLayout): Generator<LogEntry> {
  const seen = new Set<string>()
  for (const write of writesOf(changes).toReversed()) {
    for (const entry of [...entriesOf(table, write)].reverse()) {
      if (seen.has(entry.key)) continue
      seen.add(entry.key)
      if (entry.type !== 'DELETED') yield entry
    }
  }
  for (const entry of entriesOf(table, checkpoint)) if (!seen.has(entry.key)) yield entry
}
