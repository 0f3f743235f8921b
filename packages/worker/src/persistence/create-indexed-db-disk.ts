import type { Clock, LockManager, Random } from '@kube-informer/core'
import { IndexedDbDisk } from './indexed-db-disk.ts'
import type { SnapshotDisk } from './snapshot-disk.ts'

/** What a disk asks the browser about space: `navigator.storage` fits. */
export interface StorageEstimates {
  estimate?(): Promise<{ readonly usage?: number; readonly quota?: number }>
  persisted?(): Promise<boolean>
}

/** Options of {@link createIndexedDbDisk}. What is absent is the platform's own; what the platform lacks, too, is done without. */
export interface IndexedDbDiskOptions {
  /** The database's name. @default 'kube-informer' */
  readonly name?: string | undefined
  /** @default the platform's clock */
  readonly clock?: Clock | undefined
  /** Where the platform has no better randomness. @default Math.random */
  readonly random?: Random | undefined
  /** Null: there is none, as where the platform has none. @default `globalThis.indexedDB` */
  readonly indexedDB?: IDBFactory | null | undefined
  /** Null: whoever began to write last keeps a collection. @default `navigator.locks` */
  readonly locks?: LockManager | null | undefined
  /** @default `globalThis.crypto` */
  readonly crypto?: Crypto | undefined
  /** @default `navigator.storage` */
  readonly storage?: StorageEstimates | undefined
  /** The most bytes of all collections together; those that were not used for longest go first. @default 512 MiB */
  readonly maxBytes?: number | undefined
  /** What was not written for so long is not shown any more, and deleted. @default 7 days */
  readonly maxAgeMs?: number | undefined
  /**
   * Keeps objects encrypted (AES-GCM), by a key of each owner that can be used and not read. It lies in the same database:
   * it is a guard against copies of files, and none against code of this origin. Needs a secure context.
   * @default false
   */
  readonly encrypt?: boolean | undefined
  /**
   * Asked when a collection's keeping is wanted: true when this host takes the place of one that is known to be dead or
   * stuck, so that it takes over what that one keeps instead of waiting for it.
   * @default false
   */
  readonly takeOver?: (() => boolean) | undefined
}

/**
 * Keeps the caches of a host in IndexedDB. The database begins to open with the first collection that is asked for, so that
 * a host without an identity leaves none behind. Nothing ever throws for its sake: without it, or while it fails, stores
 * answer that nothing is kept, and the status says why.
 *
 * A host is given it as an option: `hostInformers(informers, { disk })`, which makes one itself where none is given, or
 * `connectInline(informers, { …, disk })`.
 *
 * @example
 * hostInformers(informers, { disk: createIndexedDbDisk({ maxBytes: 64 * 1024 * 1024, encrypt: true }) })
 */
export function createIndexedDbDisk(options: IndexedDbDiskOptions = {}): SnapshotDisk {
  return new IndexedDbDisk(options)
}
