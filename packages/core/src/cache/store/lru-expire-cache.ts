import { type Clock, systemClock } from '../../api/clock.ts'

export interface LruExpireCacheOptions {
  /** The largest number of entries; the least recently used one is evicted. */
  readonly maxEntries: number
  /** Time to live of an entry. */
  readonly ttlMs: number
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

interface Entry<V> {
  readonly value: V
  readonly expiresAt: number
}

/** A bounded map whose entries expire (apimachinery `cache.LRUExpireCache`). It has no timer. */
export class LruExpireCache<V> {
  readonly #maxEntries: number
  readonly #ttlMs: number
  readonly #clock: Clock
  /** In the order of use: a Map keeps insertion order, and each use inserts the entry again. */
  readonly #entries = new Map<string, Entry<V>>()

  constructor({ maxEntries, ttlMs, clock = systemClock }: LruExpireCacheOptions) {
    this.#maxEntries = maxEntries
    this.#ttlMs = ttlMs
    this.#clock = clock
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, expiresAt: this.#clock.now() + this.#ttlMs })
    if (this.#entries.size <= this.#maxEntries) return
    const [eldest] = this.#entries.keys()
    if (eldest !== undefined) this.#entries.delete(eldest)
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (this.#clock.now() > entry.expiresAt) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** The entries that have not expired, least recently used first. Does not count as a use. */
  entries(): readonly (readonly [key: string, value: V])[] {
    const now = this.#clock.now()
    return [...this.#entries].flatMap(([key, { value, expiresAt }]) =>
      now > expiresAt ? [] : [[key, value] as const],
    )
  }
}
