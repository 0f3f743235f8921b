import type { Identity } from '../../api/identity.ts'

/** The last identity of a reader that was authenticated, and until when it holds. */
export class SeenIdentity {
  readonly #defaultMs: number
  readonly #now: () => number
  #identity: Identity | undefined
  #validUntil = 0

  /** @param defaultMs how long an answer holds that does not say so */
  constructor(now: () => number, defaultMs: number) {
    this.#now = now
    this.#defaultMs = defaultMs
  }

  get identity(): Identity | undefined {
    return this.#identity
  }

  get validUntil(): number {
    return this.#validUntil
  }

  set(identity: Identity): void {
    const { checkedUntil = this.#now() + this.#defaultMs, expiresAt = Number.MAX_SAFE_INTEGER } = identity
    this.#identity = identity
    this.#validUntil = Math.min(checkedUntil, expiresAt, Number.MAX_SAFE_INTEGER)
  }
}
