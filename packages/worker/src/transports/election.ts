import type { LockManager } from '@kube-informer/core'

export interface ElectionOptions {
  readonly locks: LockManager
  /** The lock that makes a tab the leader. */
  readonly name: string
  /** This tab leads from now on. `preempted`: it took the lead from a tab that does not respond. */
  readonly onElected: (preempted: boolean) => void
  /** Another tab has preempted this one, which must have been frozen. */
  readonly onDeposed: () => void
  /** Locks are not available; no other call follows. */
  readonly onRejected: (reason: string) => void
}

/** One request for the lock: pending, held, or withdrawn. */
interface Candidacy {
  held: boolean
  readonly stop: AbortController
  release(): void
}

/**
 * One tab's part in the leader election: at most one request for the lock at a time. It uses the platform's locks directly,
 * since the shared wrappers would add to the page's bundle.
 */
export class Election {
  readonly #options: ElectionOptions
  #candidacy: Candidacy | undefined

  constructor(options: ElectionOptions) {
    this.#options = options
  }

  /** Whether this tab waits for the lead. */
  get standing(): boolean {
    return this.#candidacy?.held === false
  }

  /** Queues for the lead. The leader releases it by {@link withdraw}, when it is closed or when it crashes. Idempotent. */
  stand(): void {
    if (!this.#candidacy) void this.#request(false)
  }

  /** Preempts the leader. It is notified as soon as it runs again. */
  steal(): void {
    if (this.#candidacy?.held) return
    this.withdraw()
    void this.#request(true)
  }

  /** Gives up the lead, or the position in the queue. Idempotent. */
  withdraw(): void {
    const candidacy = this.#candidacy
    this.#candidacy = undefined
    candidacy?.stop.abort()
    candidacy?.release()
  }

  async #request(steal: boolean): Promise<void> {
    const { locks, name, onElected, onDeposed, onRejected } = this.#options
    const candidacy: Candidacy = { held: false, stop: new AbortController(), release: () => {} }
    this.#candidacy = candidacy
    const hold = () => {
      if (this.#candidacy !== candidacy) return undefined
      const held = new Promise<void>(resolve => {
        candidacy.release = resolve
      })
      candidacy.held = true
      onElected(steal)
      return held
    }
    try {
      await locks.request(name, steal ? { steal } : { signal: candidacy.stop.signal }, hold)
    } catch (error) {
      // Withdrawn by this tab itself.
      if (this.#candidacy !== candidacy) return
      this.#candidacy = undefined
      if (candidacy.held) onDeposed()
      else onRejected(`this tab cannot take part in the leader election: ${String(error)}`)
    }
  }
}
