/**
 * Whether what a page shows was recorded as the first paint of its slice. A record has every change up to its
 * resourceVersion, and no pending write: what has not is withheld until it is confirmed, even if nothing changes by then.
 */
export type FirstPaintRecord = 'done' | 'due' | 'withheld'

/** The rows of an informer were read. */
export interface ReadRows {
  /** Whether they differ from what the page showed. */
  readonly isChanged: boolean
  /** Whether they have every change up to their resourceVersion, and no pending write. */
  readonly isExact: boolean
}

export function recordAfter(record: FirstPaintRecord, { isChanged, isExact }: ReadRows): FirstPaintRecord {
  if (!isExact) return 'withheld'
  return isChanged || record === 'withheld' ? 'due' : record
}
