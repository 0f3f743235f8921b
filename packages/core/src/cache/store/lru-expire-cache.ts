import { type Clock, systemClock } from '../../api/clock.ts'

/** Options of {@link LruExpireCache}. */
export interface LruExpireCacheOptions {
  /** How many entries it keeps; the one that was not used for longest goes first. */
  readonly maxEntries: number
  /** How long an entry lives after it was set. */
  readonly ttlMs: number
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

interface Entry<V> {
  readonly value: V
  readonly expiresAt: number
}

/** A bounded map whose entries grow too old (apimachinery `cache.LRUExpireCache`). It has no timer. */
export class LruExpireCache<V> {
  readonly #maxEntries: number
  readonly #ttlMs: number
  readonly #clock: Clock
  /** In the order of use: a Map keeps the order of insertion, and a use inserts anew. */
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

  /** What is kept and young enough, the longest unused first; this is no use. */
  entries(): readonly (readonly [key: string, value: V])[] {
    const now = this.#clock.now()
    return [...this.#entries].flatMap(([key, { value, expiresAt }]) =>
      now > expiresAt ? [] : [[key, value] as const],
    )
  }
}
