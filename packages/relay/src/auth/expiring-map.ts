import type { Clock } from '@kube-informer/core'

interface Entry<V> {
  readonly value: V
  readonly expiresAt: number
}

/** A map of bounded size whose entries expire. The entry that was set first makes room for a new one. */
export class ExpiringMap<V> {
  readonly #clock: Clock
  readonly #maxEntries: number
  readonly #entries = new Map<string, Entry<V>>()

  constructor(clock: Clock, maxEntries: number) {
    this.#clock = clock
    this.#maxEntries = maxEntries
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt > this.#clock.now()) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: V, expiresAt: number): void {
    this.#entries.delete(key)
    const oldest = this.#entries.keys().next()
    if (this.#entries.size >= this.#maxEntries && !oldest.done) this.#entries.delete(oldest.value)
    this.#entries.set(key, { value, expiresAt })
  }

  clear(): void {
    this.#entries.clear()
  }
}
