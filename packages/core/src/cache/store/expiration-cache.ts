import { type Clock, systemClock } from '../../api/clock.ts'
import { DeletedFinalStateUnknown, deletionHandlingMetaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { Store, StoreKeyFunction } from './store.ts'

/** An object and the time at which it was last written (client-go `cache.TimestampedEntry`). */
export interface TimestampedEntry<T> {
  readonly object: T
  /** By the cache's clock. */
  readonly timestamp: number
}

/** Decides when an entry expires (client-go `cache.ExpirationPolicy`). */
export interface ExpirationPolicy<T> {
  isExpired(entry: TimestampedEntry<T>): boolean
}

/** An entry expires once its age exceeds the time to live; with 0 or less, never (client-go `cache.TTLPolicy`). */
export const ttlPolicy = (ttlMs: number, clock: Clock = systemClock): ExpirationPolicy<unknown> => ({
  isExpired: ({ timestamp }) => ttlMs > 0 && clock.now() - timestamp > ttlMs,
})

/** How long objects are kept. */
export interface ExpirationCacheOptions<T> {
  /** Time to live of an entry after its last write; 0 for no limit. @default 0 */
  readonly ttlMs?: number | undefined
  /** @default by `ttlMs` */
  readonly expirationPolicy?: ExpirationPolicy<T> | undefined
  /** @default deletionHandlingMetaNamespaceKey */
  readonly keyFunction?: StoreKeyFunction<T> | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/**
 * A store whose entries expire (client-go `cache.ExpirationCache`, `NewTTLStore`).
 *
 * - It has no timer: a read removes the expired entries that it encounters.
 * - A write renews its entry; `replace` gives all entries the same time.
 * - `listKeys` includes expired entries.
 *
 * @example new ExpirationCache<Pod>({ ttlMs: 30_000 })
 */
export class ExpirationCache<T> implements Store<T> {
  readonly #policy: ExpirationPolicy<T>
  readonly #keyFunction: StoreKeyFunction<T>
  readonly #clock: Clock
  readonly #access: ObjectAccess<T>
  #entries = new Map<string, TimestampedEntry<T>>()
  #resourceVersion = ''

  constructor({
    ttlMs = 0,
    clock = systemClock,
    expirationPolicy = ttlPolicy(ttlMs, clock),
    keyFunction = deletionHandlingMetaNamespaceKey,
    access = objectAccess as ObjectAccess<T>,
  }: ExpirationCacheOptions<T> = {}) {
    this.#policy = expirationPolicy
    this.#keyFunction = keyFunction
    this.#clock = clock
    this.#access = access
  }

  get lastStoreSyncResourceVersion(): string {
    return this.#resourceVersion
  }

  add(object: T): void {
    this.#entries.set(this.#keyOf(object), { object, timestamp: this.#clock.now() })
    this.#witness(object)
  }

  /** The same as {@link add}, as in client-go. */
  update(object: T): void {
    this.add(object)
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#entries.delete(this.#keyOf(object))
    if (!(object instanceof DeletedFinalStateUnknown)) this.#witness(object)
  }

  replace(objects: readonly T[], resourceVersion = ''): void {
    const timestamp = this.#clock.now()
    this.#entries = new Map(objects.map(object => [this.#keyOf(object), { object, timestamp }]))
    this.#resourceVersion = resourceVersion
  }

  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion
  }

  get(object: T): T | undefined {
    return this.getByKey(this.#keyOf(object))
  }

  getByKey(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || !this.#policy.isExpired(entry)) return entry?.object
    this.#entries.delete(key)
    return undefined
  }

  list(): readonly T[] {
    const objects: T[] = []
    for (const [key, entry] of this.#entries) {
      if (this.#policy.isExpired(entry)) this.#entries.delete(key)
      else objects.push(entry.object)
    }
    return objects
  }

  listKeys(): readonly string[] {
    return [...this.#entries.keys()]
  }

  #keyOf(object: T | DeletedFinalStateUnknown<T>): string {
    return this.#keyFunction(object, this.#access)
  }

  #witness(object: T): void {
    this.#resourceVersion = this.#access.resourceVersion(object) || this.#resourceVersion
  }
}
