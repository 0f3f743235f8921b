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

/** Options of {@link MutationCache}. */
export interface MutationCacheOptions<T> {
  /** The cache that the watch fills; a `lister.indexer`, say. */
  readonly backingCache: { getByKey(key: string): T | undefined }
  /** The indexes of that cache, for `byIndex`. */
  readonly indexer?: Indexer<T> | undefined
  /**
   * Whether an object that was written and is not in the backing cache is shown. It cannot be told from one that
   * was deleted meanwhile, unless `onDelete` tells. @default false
   */
  readonly includeAdds?: boolean | undefined
  /** How long a write is remembered. @default 300_000 */
  readonly ttlMs?: number | undefined
  /** How many writes are remembered. @default 100 */
  readonly maxEntries?: number | undefined
  /** @default deletionHandlingMetaNamespaceKey */
  readonly keyFunction?: StoreKeyFunction<T> | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/** What is known of a key beyond the backing cache: what the server answered to a write, or that it is gone. */
type Known<T> =
  | { readonly type: 'written'; readonly object: T; readonly resourceVersion: string; readonly uid: string }
  | { readonly type: 'deleted'; readonly resourceVersion: string; readonly uid: string }

/**
 * A cache in which whoever writes sees the own write before the watch has brought it (client-go
 * `cache.MutationCache`). Of what the server answered to the write and what the backing cache has, the newer
 * one is shown.
 *
 * - Give it every answer to a write (`mutation`), and from the handlers of the informer what the watch brings
 *   (`onAddOrUpdate`, `onDelete`), so that it forgets what has been caught up with.
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

  /** The newer of what was written and what the watch has brought. */
  getByKey(key: string): T | undefined {
    const stored = this.#backingCache.getByKey(key)
    if (stored !== undefined) return this.#newer(key, stored)
    const known = this.#includeAdds ? this.#overlay.get(key) : undefined
    return known?.type === 'written' ? known.object : undefined
  }

  /**
   * The objects under a value of an index of the backing cache, each in its newer state. An object that only its
   * newer state files under the value shows up once the watch has brought it, or with `includeAdds`.
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

  /** The server has answered a write with this state. What is older than what is known is passed over. */
  mutation(object: T): void {
    const key = this.#keyFunction(object, this.#access)
    const [resourceVersion, uid] = this.#versionOf(object)
    const known = this.#overlay.get(key)
    if (known?.type === 'deleted' && (known.uid === uid || !isNewer(resourceVersion, known.resourceVersion)))
      return
    if (known?.type === 'written' && isNewer(known.resourceVersion, resourceVersion)) return
    this.#overlay.set(key, { type: 'written', object, resourceVersion, uid })
  }

  /** The watch has brought this state: a write that is not newer has been caught up with. */
  onAddOrUpdate(object: T): void {
    const key = this.#keyFunction(object, this.#access)
    const [resourceVersion] = this.#versionOf(object)
    const known = this.#overlay.get(key)
    if (known && !isNewer(known.resourceVersion, resourceVersion)) this.#overlay.delete(key)
  }

  /** The watch has brought this deletion: an answer to a write of the same object that comes late is passed over. */
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

  /** What was written and is not under these keys, as far as the index files it under the value. */
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
