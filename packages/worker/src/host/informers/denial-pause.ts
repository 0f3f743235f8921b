import type { Clock, Random, TimerHandle } from '@kube-informer/core'

export interface DenialPauseOptions {
  readonly clock: Clock
  readonly random: Random
  /** Called when a pause is over. */
  readonly onOver: () => void
}

const FIRST_MS = 30_000
/** The longest pause, before jitter. */
const LONGEST_MS = 600_000

/**
 * The pauses before what the server has denied is tried again: 30 s, doubled up to 10 min. Roles change rarely, and each
 * attempt is an entry in the server's audit log.
 */
export class DenialPause {
  readonly #options: DenialPauseOptions
  #nextMs = FIRST_MS
  #timer: TimerHandle | undefined

  constructor(options: DenialPauseOptions) {
    this.#options = options
  }

  get isPending(): boolean {
    return this.#timer !== undefined
  }

  /** Starts a pause, twice as long as the previous one. */
  start(): void {
    const { clock, random, onOver } = this.#options
    this.cancel()
    const end = () => {
      this.cancel()
      onOver()
    }
    this.#timer = clock.setTimeout(end, this.#nextMs * (1 + random() / 2))
    this.#nextMs = Math.min(2 * this.#nextMs, LONGEST_MS)
  }

  /** Ends a pause; `onOver` is not called. */
  cancel(): void {
    this.#options.clock.clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** The next pause is as long as the first one. */
  reset(): void {
    this.#nextMs = FIRST_MS
  }
}
