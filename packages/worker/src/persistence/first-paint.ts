import type { Row } from '@kube-informer/core'
import type { SliceGroup, SliceWindow } from '../api/subscription.ts'

/**
 * What a slice showed last: some rows that can be read at once, while the collection that they are of is still on its way
 * from disk. It is as old as its version, and says nothing about rows that it does not have.
 */
export interface FirstPaintSnapshot {
  readonly resourceVersion: string
  /** In the order in which they were shown. */
  readonly rows: readonly Row[]
  readonly total: number
  readonly groups?: readonly SliceGroup[] | undefined
  readonly window?: SliceWindow | undefined
}

/** The firstPaint of one collection, by a key of the caller's: they come and go with it. */
export interface FirstPaintSnapshots {
  /** Never rejects: what cannot be read is not there. Does not wait for the collection, so it is to be asked first. */
  load(key: string): Promise<FirstPaintSnapshot | undefined>
  /**
   * Keeps it in the place of the one before; never rejects. Nothing is kept where the collection is not ours to keep, before it
   * was saved for the first time, or whose rows have more than a million characters of text. Of many, the sixteen latest are kept.
   */
  save(key: string, snapshot: FirstPaintSnapshot): Promise<void>
}
