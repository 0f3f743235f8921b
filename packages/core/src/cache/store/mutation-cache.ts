import { type Clock, systemClock } from '../../api/clock.ts'
import { UsageError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown, deletionHandlingMetaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import { compareResourceVersions } from '../../api/resource-version.ts'
import type { Indexer } from './indexer.ts'
import { LruExpireCache } from './lru-expire-cache.ts'
import type { StoreKeyFunction } from './store.ts'

/** client-go's `defaultMutationCacheSize` and time to live. */
const DEFAULT_MAX_ENTRIES = 100
const DEFAULT_TTL_MS = 300_000

/** The store behind the cache, and how long a mutation is kept. */
export interface MutationCacheOptions<T> {
  /** The cache that the watch updates, for example `lister.indexer`. */
  readonly backingCache: { getByKey(key: string): T | undefined }
  /** The indexes of the backing cache, for `byIndex`. */
  readonly indexer?: Indexer<T> | undefined
  /**
   * Whether to include a written object that the backing cache lacks. Such an object may have been deleted meanwhile,
   * unless `onDelete` is called. @default false
   */
  readonly includeAdds?: boolean | undefined
  /** How long a write is kept. @default 300_000 */
  readonly ttlMs?: number | undefined
  /** The largest number of writes kept. @default 100 */
  readonly maxEntries?: number | undefined
  /** @default deletionHandlingMetaNamespaceKey */
  readonly keyFunction?: StoreKeyFunction<T> | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/** What is known of a key beyond the backing cache: the server's response to a write, or a deletion. */
type Known<T> =
  | { readonly type: 'written'; readonly object: T; readonly resourceVersion: string; readonly uid: string }
  | { readonly type: 'deleted'; readonly resourceVersion: string; readonly uid: string }

/**
 * A cache that includes the client's own writes before the watch delivers them (client-go `cache.MutationCache`). Reads
 * return the newer of the server's response to the write and the object in the backing cache.
 *
 * - Pass it every response to a write (`mutation`), and the informer's events (`onAddOrUpdate`, `onDelete`), so that it
 *   can drop outdated writes.
 * - Every object needs a resourceVersion; a malformed one is a UsageError.
 *
 * @example
 * const mutations = new MutationCache<Pod>({ backingCache: informer.indexer })
 * mutations.mutation(await client.replace(pods, changed))
 * mutations.getByKey('default/web-0') // at least as new as that
 */
export class MutationCache<T> {
  readonly #backingCache: { getByKey(key: string): T | undefined }
  readonly #indexer: Indexer<T> | undefined
  readonly #includeAdds: boolean
  readonly #keyFunction: StoreKeyFunction<T>
  readonly #access: ObjectAccess<T>
  readonly #overlay: LruExpireCache<Known<T>>

  constructor({
    backingCache,
    indexer,
    includeAdds = false,
    ttlMs = DEFAULT_TTL_MS,
    maxEntries = DEFAULT_MAX_ENTRIES,
    keyFunction = deletionHandlingMetaNamespaceKey,
    clock = systemClock,
    access = objectAccess as ObjectAccess<T>,
  }: MutationCacheOptions<T>) {
    this.#backingCache = backingCache
    this.#indexer = indexer
    this.#includeAdds = includeAdds
    this.#keyFunction = keyFunction
    this.#access = access
    this.#overlay = new LruExpireCache({ maxEntries, ttlMs, clock })
  }

  /** The newer of the written object and the one in the backing cache. */
  getByKey(key: string): T | undefined {
    const stored = this.#backingCache.getByKey(key)
    if (stored !== undefined) return this.#newer(key, stored)
    const known = this.#includeAdds ? this.#overlay.get(key) : undefined
    return known?.type === 'written' ? known.object : undefined
  }

  /**
   * The objects under an index value of the backing cache, each in its newer state. An object that has the value only
   * in its newer state is included once the watch has delivered it, or with `includeAdds`.
   */
  byIndex(name: string, value: string): readonly T[] {
    if (!this.#indexer) throw new UsageError('MutationCache: byIndex needs an indexer')
    const keys = this.#indexer.indexKeys(name, value)
    const objects = keys.flatMap(key => {
      const stored = this.#indexer?.getByKey(key)
      return stored === undefined ? [] : [this.#newer(key, stored)]
    })
    return this.#includeAdds ? [...objects, ...this.#written(name, value, new Set(keys))] : objects
  }

  /** Records the server's response to a write. Ignored if a newer state is known. */
  mutation(object: T): void {
    const key = this.#keyFunction(object, this.#access)
    const [resourceVersion, uid] = this.#versionOf(object)
    const known = this.#overlay.get(key)
    if (known?.type === 'deleted' && (known.uid === uid || !isNewer(resourceVersion, known.resourceVersion)))
      return
    if (known?.type === 'written' && isNewer(known.resourceVersion, resourceVersion)) return
    this.#overlay.set(key, { type: 'written', object, resourceVersion, uid })
  }

  /** Records an object from the watch: a write that is not newer is dropped. */
  onAddOrUpdate(object: T): void {
    const key = this.#keyFunction(object, this.#access)
    const [resourceVersion] = this.#versionOf(object)
    const known = this.#overlay.get(key)
    if (known && !isNewer(known.resourceVersion, resourceVersion)) this.#overlay.delete(key)
  }

  /** Records a deletion from the watch: a late response to a write of the same object is ignored. */
  onDelete(object: T | DeletedFinalStateUnknown<T>): void {
    const key = this.#keyFunction(object, this.#access)
    const last = object instanceof DeletedFinalStateUnknown ? object.object : object
    if (last === undefined) {
      this.#overlay.delete(key)
      return
    }
    const [resourceVersion, uid] = this.#versionOf(last)
    const known = this.#overlay.get(key)
    if (known && known.uid !== uid && isNewer(known.resourceVersion, resourceVersion)) return
    this.#overlay.set(key, { type: 'deleted', resourceVersion, uid })
  }

  #newer(key: string, stored: T): T {
    const known = this.#overlay.get(key)
    if (known === undefined) return stored
    if (isNewer(known.resourceVersion, this.#versionOf(stored)[0])) {
      return known.type === 'written' ? known.object : stored
    }
    this.#overlay.delete(key)
    return stored
  }

  /** Written objects other than these keys that have the index value. */
  #written(name: string, value: string, keys: ReadonlySet<string>): T[] {
    const indexFunction = this.#indexer?.getIndexers()[name]
    return this.#overlay.entries().flatMap(([key, known]) => {
      if (keys.has(key) || known.type === 'deleted') return []
      return indexFunction?.(known.object, this.#access).includes(value) ? [known.object] : []
    })
  }

  #versionOf(object: T): readonly [resourceVersion: string, uid: string] {
    return [this.#access.resourceVersion(object), this.#access.uid(object)]
  }
}

const isNewer = (a: string, b: string): boolean => compareResourceVersions(a, b) > 0
