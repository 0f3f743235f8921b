import { type Clock, UsageError } from '@kube-informer/core'

export interface RecentUsesOptions {
  readonly clock: Clock
  readonly max: number
  /** The message of the error for more. */
  readonly excess: string
}

/** An informer runs for a while after its last use. */
const RECENT_MS = 60_000

interface Uses {
  users: number
  /** When the last use ended. */
  leftAt: number
}

/** Counts what a page uses, or has used a short time ago. */
export class RecentUses {
  readonly #options: RecentUsesOptions
  readonly #uses = new Map<string, Uses>()

  constructor(options: RecentUsesOptions) {
    this.#options = options
  }

  /** Throws a UsageError if there are too many. Returns the function that ends the use. */
  open(key: string): () => void {
    const { clock } = this.#options
    const uses = this.#uses.get(key) ?? this.#add(key)
    uses.users++
    return () => {
      uses.users--
      uses.leftAt = clock.now()
    }
  }

  #add(key: string): Uses {
    const { max, excess } = this.#options
    if (this.#uses.size >= max) this.#forgetOld()
    if (this.#uses.size >= max) throw new UsageError(excess)
    const uses = { users: 0, leftAt: 0 }
    this.#uses.set(key, uses)
    return uses
  }

  #forgetOld(): void {
    const since = this.#options.clock.now() - RECENT_MS
    for (const [key, { users, leftAt }] of this.#uses)
      if (users === 0 && leftAt < since) this.#uses.delete(key)
  }
}
