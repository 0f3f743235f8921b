/** A map with a limit: a new key displaces the one that was used longest ago. */
export class LruMap<K, V> {
  readonly #limit: number
  readonly #onDisplaced: ((value: V) => void) | undefined
  /** The most recently used key is the last one. */
  readonly #map = new Map<K, V>()

  constructor(limit: number, onDisplaced?: (value: V) => void) {
    this.#limit = limit
    this.#onDisplaced = onDisplaced
  }

  get size(): number {
    return this.#map.size
  }

  get(key: K): V | undefined {
    const value = this.#map.get(key)
    if (value !== undefined) this.#move(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#move(key, value)
    if (this.#map.size <= this.#limit) return
    const [oldest] = this.#map
    if (!oldest) return
    this.#map.delete(oldest[0])
    this.#onDisplaced?.(oldest[1])
  }

  delete(key: K): void {
    this.#map.delete(key)
  }

  clear(): void {
    this.#map.clear()
  }

  entries(): readonly (readonly [K, V])[] {
    return [...this.#map]
  }

  #move(key: K, value: V): void {
    this.#map.delete(key)
    this.#map.set(key, value)
  }
}
