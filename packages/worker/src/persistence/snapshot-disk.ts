import type { ResourceDefinition, Row, SnapshotStore } from '@kube-informer/core'
import type { StorageStatus } from '../api/storage-status.ts'
import type { Scope } from '../api/subscription.ts'
import type { FirstPaintSnapshots } from './first-paint.ts'

export type { FirstPaintSnapshot, FirstPaintSnapshots } from './first-paint.ts'

/** Whose caches: nothing that is kept for one owner is ever read for another. */
export interface DiskOwner {
  /** The server's URL. */
  readonly server: string
  readonly identity: string
}

/** One collection on disk. */
export interface CollectionAddress extends DiskOwner {
  readonly resource: ResourceDefinition
  readonly scope: Scope
  /** Tells apart what is kept of each object: `trim`, `pick`, the transform's text and version. Another shape is another collection. */
  readonly shape: string
}

/** One collection for one informer. */
export interface DiskCollection extends SnapshotStore<Row> {
  /** Hands the keeping on. Idempotent. */
  release(): void
  /** What was shown of it last, to be shown before it has been read. */
  readonly firstPaint: FirstPaintSnapshots
}

/** Where a host keeps its caches between two lives; there is one for each host. No method throws before it is awaited. */
export interface SnapshotDisk {
  /**
   * The store of one collection; cheap, nothing is opened before `load`. Two stores of one collection (two tabs) may be
   * loaded, and one of them keeps it: `save` of the other answers `'not-owner'`. `release` hands the keeping on.
   */
  collection(address: CollectionAddress): DiskCollection
  /** Resolves once nothing is left of this owner; whoever still has one of its stores open, in any tab, can keep nothing any more. */
  erase(owner: DiskOwner): Promise<void>
  status(owner: DiskOwner): StorageStatus
  subscribeStatus(listener: () => void): () => void
  /** Idempotent. */
  close(): void
}
