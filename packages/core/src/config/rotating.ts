import type { Clock } from '../api/clock.ts'

/** A value with an expiry time. */
export interface Perishable<T> {
  readonly value: T
  /** Milliseconds since the Unix epoch. @default never */
  readonly expiresAt?: number | undefined
}

export interface RotatingOptions<T> {
  readonly load: () => Promise<Perishable<T>>
  readonly clock: Clock
  /** Whether an expired value stays in use if loading fails. */
  readonly keepStale: boolean
}

/**
 * A value that is loaded on first use, after it has expired, and after it was rejected. Concurrent callers share one load
 * (client-go `transport.cachingTokenSource`, `exec.Authenticator`).
 */
export class Rotating<T> {
  readonly #options: RotatingOptions<T>
  #held: Perishable<T> | undefined
  #loading: Promise<T> | undefined

  constructor(options: RotatingOptions<T>) {
    this.#options = options
  }

  current(): Promise<T> {
    const { load, clock } = this.#options
    if (this.#held && clock.now() < (this.#held.expiresAt ?? Number.POSITIVE_INFINITY)) {
      return Promise.resolve(this.#held.value)
    }
    this.#loading ??= this.#renew(load).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Discards a value that the server rejected, so that the next call of `current` loads. Ignored if already replaced. */
  refuse(value: T): void {
    if (this.#held?.value === value) this.#held = undefined
  }

  async #renew(load: RotatingOptions<T>['load']): Promise<T> {
    const stale = this.#options.keepStale ? this.#held : undefined
    try {
      this.#held = await load()
      return this.#held.value
    } catch (error) {
      if (stale) return stale.value
      throw error
    }
  }
}
