import type { ResourceDefinition, Row, SnapshotStore } from '@kube-informer/core'
import type { StorageStatus } from '../api/storage-status.ts'
import type { Scope } from '../api/subscription.ts'
import type { FirstPaintSnapshots } from './first-paint.ts'

export type { FirstPaintSnapshot, FirstPaintSnapshots } from './first-paint.ts'

/** The owner of persisted collections. One owner's data is never read for another. */
export interface DiskOwner {
  /** The server's URL. */
  readonly server: string
  readonly identity: string
}

/** A resource, and what of its objects is persisted. */
export interface CollectionType {
  readonly resource: ResourceDefinition
  /** Identifies how objects were reduced: `trim`, `pick`, and the transform's source and version. A new shape is a new collection. */
  readonly shape: string
}

/** One collection on disk. */
export interface CollectionAddress extends DiskOwner, CollectionType {
  readonly scope: Scope
}

/** The snapshot store of one collection, opened by one informer. */
export interface DiskCollection extends SnapshotStore<Row> {
  /**
   * Deletes the collection and its first-paint snapshots. Later saves of another store of it save nothing until they
   * replace it. Rejects when the disk fails.
   */
  erase(): Promise<void>
  /** Releases the writer lock. Idempotent. */
  release(): void
  /** The rows that slices showed last, which can be read before the collection. */
  readonly firstPaint: FirstPaintSnapshots
}

/** Persists the caches of one host across restarts. Methods that return a promise never throw synchronously. */
export interface SnapshotDisk {
  /**
   * The types that a host persists. What an earlier build stored of other types is deleted, for all owners, whether or
   * not a collection is opened. Several hosts may call it: the disk keeps the types of all of them. A disk without this
   * method keeps what it has.
   */
  retainOnly?(types: readonly CollectionType[]): void
  /**
   * Returns the store of one collection without reading it. Several stores of one collection (in several tabs) can be
   * loaded; one of them writes, and `save` of the others resolves with `'not-owner'`. `release` lets another store write.
   */
  collection(address: CollectionAddress): DiskCollection
  /** Deletes all data of an owner. Stores of this owner that are still open, in any tab, can no longer write. */
  erase(owner: DiskOwner): Promise<void>
  status(owner: DiskOwner): StorageStatus
  subscribeStatus(listener: () => void): () => void
  /** Idempotent. */
  close(): void
}
