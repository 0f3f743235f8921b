import type { Clock, Random } from '@kube-informer/core'

const FIRST_MS = 800
const MAX_MS = 30_000
const RESET_MS = 120_000

/** The delays of client-go's Reflector, written independently of ours: each is extended by up to its length. */
export class Backoff {
  readonly #clock: Clock
  readonly #random: Random
  #delayMs = FIRST_MS
  #lastAt: number

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
    this.#lastAt = clock.now()
  }

  next(): number {
    const now = this.#clock.now()
    if (now - this.#lastAt > RESET_MS) this.#delayMs = FIRST_MS
    this.#lastAt = now
    const delayMs = this.#delayMs
    this.#delayMs = Math.min(MAX_MS, delayMs * 2)
    return delayMs * (1 + this.#random())
  }
}
