import type { Clock } from '@kube-informer/core'
import type { FakeBroadcastAgent, FakeBroadcasts, FakeLockAgent, FakeLocks } from '@kube-informer/testing'

/** What all tabs and workers of a test's origin have in common. */
export interface Origin {
  readonly clock: Clock
  readonly locks: FakeLocks
  readonly broadcasts: FakeBroadcasts
}

/** A tab's page or a worker: while it is frozen nothing of it runs, and nothing ever again when it is dead. */
export class Agent {
  readonly locks: FakeLockAgent
  readonly broadcasts: FakeBroadcastAgent
  readonly clock: Clock
  #state: 'live' | 'frozen' | 'dead' = 'live'
  #due: (() => void)[] = []

  constructor(origin: Origin, name: string) {
    const { now, setTimeout, clearTimeout, yieldToHost } = origin.clock
    this.locks = origin.locks.agent(name)
    this.broadcasts = origin.broadcasts.agent()
    this.clock = {
      ...{ now, clearTimeout, yieldToHost },
      setTimeout: (callback, ms) => setTimeout(() => this.run(callback), ms),
    }
  }

  get state(): 'live' | 'frozen' | 'dead' {
    return this.#state
  }

  /** Does it now, after the thaw, or never. */
  run(task: () => void): void {
    if (this.#state === 'frozen') this.#due.push(task)
    else if (this.#state === 'live') task()
  }

  freeze(): void {
    if (this.#state !== 'live') return
    this.#state = 'frozen'
    this.locks.freeze()
    this.broadcasts.freeze()
  }

  thaw(): void {
    if (this.#state !== 'frozen') return
    this.#state = 'live'
    this.locks.thaw()
    this.broadcasts.thaw()
    const due = this.#due
    this.#due = []
    for (const task of due) this.run(task)
  }

  die(): void {
    this.#state = 'dead'
    this.locks.die()
    this.broadcasts.die()
  }
}
