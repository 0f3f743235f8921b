import type { LockManager } from '@kube-informer/core'

/** What {@link Election} takes. */
export interface ElectionOptions {
  readonly locks: LockManager
  /** The lock that makes a tab the leader. */
  readonly name: string
  /** This tab leads from now on; `preempted`: it took the lead from a tab that does not answer. */
  readonly onElected: (preempted: boolean) => void
  /** The lead was taken from this tab: it must have been frozen. */
  readonly onDeposed: () => void
  /** Locks are not to be had here; no other call follows. */
  readonly onRefused: (reason: string) => void
}

/** One request for the lock: waiting, held, or given up. */
interface Candidacy {
  held: boolean
  readonly stop: AbortController
  release(): void
}

/** One tab's part in electing a leader: at most one candidacy at a time. */
export class Election {
  readonly #options: ElectionOptions
  #candidacy: Candidacy | undefined

  constructor(options: ElectionOptions) {
    this.#options = options
  }

  /** Waits for the lead. */
  get standing(): boolean {
    return this.#candidacy?.held === false
  }

  /** Queues up for the lead; whoever holds it hands it on by closing, crashing or {@link withdraw}. Idempotent. */
  stand(): void {
    if (this.#candidacy) return
    const candidacy = this.#newCandidacy()
    void this.#request(candidacy, { signal: candidacy.stop.signal }, false)
  }

  /** Takes the lead from whoever holds it, who learns of it as soon as it can learn anything. */
  steal(): void {
    if (this.#candidacy?.held) return
    this.withdraw()
    void this.#request(this.#newCandidacy(), { steal: true }, true)
  }

  /** Gives up the lead, or the place in the queue. Idempotent. */
  withdraw(): void {
    const candidacy = this.#candidacy
    this.#candidacy = undefined
    candidacy?.stop.abort()
    candidacy?.release()
  }

  #newCandidacy(): Candidacy {
    const candidacy: Candidacy = { held: false, stop: new AbortController(), release: () => {} }
    this.#candidacy = candidacy
    return candidacy
  }

  async #request(
    candidacy: Candidacy,
    options: { signal: AbortSignal } | { steal: true },
    preempted: boolean,
  ): Promise<void> {
    const { locks, name, onElected, onDeposed, onRefused } = this.#options
    const hold = () => {
      if (this.#candidacy !== candidacy) return undefined
      const held = new Promise<void>(resolve => {
        candidacy.release = resolve
      })
      candidacy.held = true
      onElected(preempted)
      return held
    }
    try {
      await locks.request(name, options, hold)
    } catch (error) {
      // Given up by this tab itself.
      if (this.#candidacy !== candidacy) return
      this.#candidacy = undefined
      if (candidacy.held) onDeposed()
      else onRefused(`this tab cannot stand for election: ${String(error)}`)
    }
  }
}
