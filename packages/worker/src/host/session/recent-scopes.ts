import { type Clock, UsageError } from '@kube-informer/core'

/** Options of {@link RecentScopes}. */
export interface RecentScopesOptions {
  readonly clock: Clock
  readonly max: number
}

/** An informer runs for a while after its last subscription. */
const RECENT_MS = 60_000

interface UsedScope {
  users: number
  /** When its last subscription ended. */
  leftAt: number
}

/** The scopes to which a page is subscribed, or was a short time ago: each may run an informer. */
export class RecentScopes {
  readonly #clock: Clock
  readonly #max: number
  readonly #scopes = new Map<string, UsedScope>()

  constructor({ clock, max }: RecentScopesOptions) {
    this.#clock = clock
    this.#max = max
  }

  /** Throws a UsageError if there are too many. Returns the function that ends the use. */
  open(key: string): () => void {
    if (!this.#scopes.has(key) && this.#scopes.size >= this.#max) this.#forgetOld()
    const scope = this.#scopes.get(key) ?? this.#add(key)
    scope.users++
    return () => {
      scope.users--
      scope.leftAt = this.#clock.now()
    }
  }

  #add(key: string): UsedScope {
    if (this.#scopes.size >= this.#max)
      throw new UsageError(`the page has subscribed to more than ${this.#max} scopes within a minute`)
    const scope = { users: 0, leftAt: 0 }
    this.#scopes.set(key, scope)
    return scope
  }

  #forgetOld(): void {
    const since = this.#clock.now() - RECENT_MS
    for (const [key, { users, leftAt }] of this.#scopes)
      if (users === 0 && leftAt < since) this.#scopes.delete(key)
  }
}
