import type { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { KnownObjects } from './known-objects.ts'
import type { ReflectorStore } from './reflector-store.ts'

/** Computes the storage key of an object or a tombstone. */
export type StoreKeyFunction<T> = (object: T | DeletedFinalStateUnknown<T>, access: ObjectAccess<T>) => string

/**
 * Objects by key (client-go `cache.Store`). `add` and `update` are the same write. Deleting an absent key has no
 * effect. The order of lists is undefined. Objects are shared: read them, never write to them.
 */
export interface Store<T> extends ReflectorStore<T>, KnownObjects<T> {
  /** The stored object with the key of this one. */
  get(object: T): T | undefined
  getByKey(key: string): T | undefined
  list(): readonly T[]
  listKeys(): readonly string[]
  /** Replaces the whole content with the list. If an object cannot be stored, it throws and changes nothing. */
  replace(objects: readonly T[], resourceVersion?: string): void
  /** No effect: a store has no handlers. */
  resync(): void
  bookmark(resourceVersion: string): void
  /**
   * The resourceVersion of the last write, `replace` or bookmark, even if it is lower than an earlier one; "" without
   * any.
   */
  readonly lastStoreSyncResourceVersion: string
}

/** One write of a transaction (client-go `cache.Transaction`). */
export type StoreTransaction<T> =
  | { readonly type: 'add' | 'update'; readonly object: T }
  | { readonly type: 'delete'; readonly object: T | DeletedFinalStateUnknown<T> }
