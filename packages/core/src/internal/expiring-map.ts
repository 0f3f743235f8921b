import type { Clock } from '../api/clock.ts'

export interface ExpiringMapOptions {
  readonly clock: Pick<Clock, 'now'>
  /** In entries. The oldest entry gives way to a new one. */
  readonly capacity: number
}

/** A map of bounded size whose entries expire. */
export class ExpiringMap<TKey, TValue> {
  readonly #options: ExpiringMapOptions
  /** In the order of their arrival. */
  readonly #entries = new Map<TKey, { readonly value: TValue; readonly expiresAt: number }>()

  constructor(options: ExpiringMapOptions) {
    this.#options = options
  }

  /** Undefined for a key that is absent or has expired. */
  get(key: TKey): TValue | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.expiresAt > this.#options.clock.now()) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  set(key: TKey, value: TValue, lifetimeMs: number): void {
    const { clock, capacity } = this.#options
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= capacity && oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(key, { value, expiresAt: clock.now() + lifetimeMs })
  }

  clear(): void {
    this.#entries.clear()
  }
}
