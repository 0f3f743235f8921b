import type { Clock, Random } from '../../api/clock.ts'

/** How delays grow. The defaults are client-go's for the Reflector. */
export interface BackoffOptions {
  readonly clock: Clock
  readonly random: Random
  /** The first delay. @default 800 */
  readonly baseMs?: number | undefined
  /** @default 2 */
  readonly factor?: number | undefined
  /** The longest delay before jitter. @default 30_000 */
  readonly capMs?: number | undefined
  /** A delay `d` becomes a random one in [d, d + jitter * d). @default 1 */
  readonly jitter?: number | undefined
  /** The sequence starts again once this time has passed since its last start. @default 120_000 */
  readonly resetMs?: number | undefined
}

/**
 * Delays between attempts: 0.8 s, 1.6 s, 3.2 s … 30 s, each extended by a random factor in [1, 2), so that the clients
 * of a restarted server do not return at once (client-go `wait.Backoff` with reset).
 */
export class Backoff {
  readonly #options: { readonly [K in keyof BackoffOptions]-?: NonNullable<BackoffOptions[K]> }
  #nextMs: number
  #startedAt: number

  constructor({
    baseMs = 800,
    factor = 2,
    capMs = 30_000,
    jitter = 1,
    resetMs = 120_000,
    clock,
    random,
  }: BackoffOptions) {
    this.#options = { baseMs, factor, capMs, jitter, resetMs, clock, random }
    this.#nextMs = baseMs
    this.#startedAt = clock.now()
  }

  /** The next delay, in milliseconds. */
  next(): number {
    const { baseMs, factor, capMs, jitter, resetMs, clock, random } = this.#options
    if (clock.now() - this.#startedAt > resetMs) {
      this.#startedAt = clock.now()
      this.#nextMs = baseMs
    }
    const delay = this.#nextMs
    this.#nextMs = Math.min(delay * factor, capMs)
    return delay + random() * jitter * delay
  }
}
