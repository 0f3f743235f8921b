import type { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { KnownObjects, ReflectorStore } from '../queue/queue.ts'

/** Computes the storage key of an object or a tombstone. */
export type StoreKeyFunction<T> = (object: T | DeletedFinalStateUnknown<T>, access: ObjectAccess<T>) => string

/**
 * Objects by key (client-go `cache.Store`). `add` and `update` are the same write; a deletion of what is not
 * there does nothing; the order of lists is nobody's promise. Objects are shared: read them, never write to them.
 */
export interface Store<T> extends ReflectorStore<T>, KnownObjects<T> {
  /** The stored object with the key of this one. */
  get(object: T): T | undefined
  getByKey(key: string): T | undefined
  list(): readonly T[]
  listKeys(): readonly string[]
  /** Makes the list the whole content; throws, and changes nothing, when one of the objects cannot be stored. */
  replace(objects: readonly T[], resourceVersion?: string): void
  /** Does nothing: a store has nobody to tell. */
  resync(): void
  bookmark(resourceVersion: string): void
  /**
   * The resourceVersion that the store was last told of, "" when none: of the last object written, whether it
   * was higher or lower than before, of the last `replace`, or of the last bookmark.
   */
  readonly lastStoreSyncResourceVersion: string
}

/** One write of a transaction (client-go `cache.Transaction`). */
export type StoreTransaction<T> =
  | { readonly type: 'add' | 'update'; readonly object: T }
  | { readonly type: 'delete'; readonly object: T | DeletedFinalStateUnknown<T> }
