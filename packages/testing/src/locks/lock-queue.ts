import type { GrantedLock, LockRequestOptions } from '@kube-informer/core'

/** A request for a lock, waiting or granted. */
export interface LockClaim {
  readonly mode: 'exclusive' | 'shared'
  /** The agent of the request. */
  readonly owner: object
  grant(lock: GrantedLock | null): void
  /** Called when another request steals the lock. */
  preempt(): void
}

/** The holders and waiting requests of one lock, in order. */
export class LockQueue {
  readonly #name: string
  readonly #held = new Set<LockClaim>()
  #waiting: LockClaim[] = []

  constructor(name: string) {
    this.#name = name
  }

  get holders(): readonly object[] {
    return [...this.#held].map(({ owner }) => owner)
  }

  get waiters(): readonly object[] {
    return this.#waiting.map(({ owner }) => owner)
  }

  add(claim: LockClaim, { ifAvailable = false, steal = false }: LockRequestOptions): void {
    if (steal) {
      const preempted = [...this.#held]
      this.#held.clear()
      for (const each of preempted) each.preempt()
      // Precedes all waiting requests.
      this.#waiting.unshift(claim)
    } else if (ifAvailable && !(this.#waiting.length === 0 && this.#isFreeFor(claim))) {
      claim.grant(null)
      return
    } else this.#waiting.push(claim)
    this.#serve()
  }

  /** Removes a waiting or granted request. */
  remove(claim: LockClaim): void {
    this.#held.delete(claim)
    this.#waiting = this.#waiting.filter(each => each !== claim)
    this.#serve()
  }

  /** Removes all requests of an agent that died. */
  removeOwner(owner: object): void {
    for (const claim of [...this.#held, ...this.#waiting]) if (claim.owner === owner) this.remove(claim)
  }

  #serve(): void {
    for (let first = this.#waiting[0]; first && this.#isFreeFor(first); first = this.#waiting[0]) {
      this.#waiting.shift()
      this.#held.add(first)
      first.grant({ name: this.#name })
    }
  }

  #isFreeFor({ mode }: LockClaim): boolean {
    if (this.#held.size === 0) return true
    return mode === 'shared' && [...this.#held].every(held => held.mode === 'shared')
  }
}
