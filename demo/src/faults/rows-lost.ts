/** More rows than this in one update are no change of the cluster: they were lost. */
const LOST_AT_ONCE = 50

interface Update {
  /** The number of rows before and after it. */
  readonly before: number
  readonly after: number
  /** The number of rows that the cluster keeps, as far as anyone asked it to have fewer. */
  readonly kept: number
}

/** The number of rows that one update of the page lost: those that disappeared at once and should be kept. */
export function rowsLost({ before, after, kept }: Update): number {
  const lost = Math.min(before, kept) - after
  return lost > LOST_AT_ONCE ? lost : 0
}
