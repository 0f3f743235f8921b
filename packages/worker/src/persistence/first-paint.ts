import type { Row } from '@kube-informer/core'
import type { SliceGroup, SliceWindow } from '../api/subscription.ts'

/**
 * The rows that a slice showed last. They can be read at once, while the collection is still being loaded from disk. A
 * first-paint snapshot reflects its resourceVersion, and carries no information about rows outside of it.
 */
export interface FirstPaintSnapshot {
  readonly resourceVersion: string
  /** In display order. */
  readonly rows: readonly Row[]
  readonly total: number
  readonly groups?: readonly SliceGroup[] | undefined
  readonly window?: SliceWindow | undefined
}

/** The first-paint snapshots of one collection, by a key of the caller. They are deleted with the collection. */
export interface FirstPaintSnapshots {
  /** Never rejects: an unreadable snapshot counts as missing. Does not wait for the collection, so call it first. */
  load(key: string): Promise<FirstPaintSnapshot | undefined>
  /**
   * Replaces the snapshot of this key; never rejects. Nothing is saved if another store is the collection's writer, before
   * the collection was first saved, or if the rows have more than a million characters. The latest sixteen are kept.
   */
  save(key: string, snapshot: FirstPaintSnapshot): Promise<void>
}
