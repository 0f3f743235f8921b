import type { Clock } from '@kube-informer/core'

export interface OwnedCacheOptions {
  readonly clock: Pick<Clock, 'now'>
  /** In entries of all owners. */
  readonly capacity: number
}

interface Entry<T> {
  readonly value: T
  readonly expiresAt: number
}

/** Values of bounded number that expire. A new one displaces the oldest of the owner with the most. */
export class OwnedCache<T> {
  readonly #options: OwnedCacheOptions
  /** The entries of each owner, in the order of their arrival. */
  readonly #owners = new Map<string, Map<string, Entry<T>>>()
  #size = 0

  constructor(options: OwnedCacheOptions) {
    this.#options = options
  }

  /** Undefined for a key that is absent or has expired. */
  get(owner: string, key: string): T | undefined {
    const entry = this.#owners.get(owner)?.get(key)
    if (entry && entry.expiresAt > this.#options.clock.now()) return entry.value
    this.#delete(owner, key)
    return undefined
  }

  set(owner: string, key: string, value: T, lifetimeMs: number): void {
    this.#delete(owner, key)
    if (this.#size >= this.#options.capacity) this.#makeRoom()
    const entries = this.#owners.get(owner) ?? new Map<string, Entry<T>>()
    this.#owners.set(owner, entries)
    entries.set(key, { value, expiresAt: this.#options.clock.now() + lifetimeMs })
    this.#size++
  }

  clear(): void {
    this.#owners.clear()
    this.#size = 0
  }

  #delete(owner: string, key: string): void {
    const entries = this.#owners.get(owner)
    if (!entries?.delete(key)) return
    this.#size--
    if (entries.size === 0) this.#owners.delete(owner)
  }

  #makeRoom(): void {
    let most: readonly [owner: string, entries: ReadonlyMap<string, Entry<T>>] | undefined
    for (const each of this.#owners) if (!most || each[1].size > most[1].size) most = each
    const [oldest] = most?.[1].keys() ?? []
    if (most && oldest !== undefined) this.#delete(most[0], oldest)
  }
}
