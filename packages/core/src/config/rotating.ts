import type { Clock } from '../api/clock.ts'

/** A value and how long it may be used. */
export interface Perishable<T> {
  readonly value: T
  /** Milliseconds since the Unix epoch. @default never */
  readonly expiresAt?: number | undefined
}

/** Options of {@link Rotating}. */
export interface RotatingOptions<T> {
  readonly load: () => Promise<Perishable<T>>
  readonly clock: Clock
  /** Whether an expired value is still used when no other can be loaded. */
  readonly keepStale: boolean
}

/**
 * A value that is loaded when it is first asked for, when it has expired, and when it was refused; by one load at a
 * time, however many ask (client-go `transport.cachingTokenSource`, `exec.Authenticator`).
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

  /** The server does not take this value: the next call of `current` loads. A value that is not held any more is ignored. */
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
