import type { Clock, LockManager, Random } from '@kube-informer/core'

/** The part of the browser's StorageManager that a disk uses: `navigator.storage`. */
export interface StorageEstimates {
  estimate?(): Promise<{ readonly usage?: number; readonly quota?: number }>
  persisted?(): Promise<boolean>
}

/** Options of `createIndexedDbDisk`. */
export interface IndexedDbDiskOptions {
  /** The database's name. @default 'kube-informer' */
  readonly name?: string | undefined
  /**
   * Whether anything is persisted. If false, the database that an earlier version may have created is deleted when a host
   * starts and at a sign-out.
   * @default true
   */
  readonly enabled?: boolean | undefined
  /** @default the platform's clock */
  readonly clock?: Clock | undefined
  /** Used where the platform has no `crypto`. @default Math.random */
  readonly random?: Random | undefined
  /** Null disables persistence. @default `globalThis.indexedDB` */
  readonly indexedDB?: IDBFactory | null | undefined
  /** Null disables locks: the host that claimed a collection last is its writer. @default `navigator.locks` */
  readonly locks?: LockManager | null | undefined
  /** @default `globalThis.crypto` */
  readonly crypto?: Crypto | undefined
  /** @default `navigator.storage` */
  readonly storage?: StorageEstimates | undefined
  /** The limit of all collections together, in bytes; the least recently used ones are evicted first. @default 512 MiB */
  readonly maxBytes?: number | undefined
  /**
   * A collection that was not written for this long is not loaded, and is deleted, whether or not it is used. The host
   * deletes when it starts, and then every hour, or every `maxAgeMs` if that is
   * shorter, at most once a minute. In ms.
   * @default 7 days
   */
  readonly maxAgeMs?: number | undefined
  /**
   * Encrypts objects with AES-GCM, using a key per owner, and stores the names of servers, users, resources and slices as
   * keyed digests. Scripts cannot export the keys, but they are in the same database: docs/persistence.md describes what
   * this protects against. Requires a secure context.
   * @default false
   */
  readonly encrypt?: boolean | undefined
  /**
   * Called before a collection's writer lock is requested. Return true when this host replaces one that crashed or hangs:
   * the lock is then stolen instead of awaited.
   * @default false
   */
  readonly takeOver?: (() => boolean) | undefined
}
