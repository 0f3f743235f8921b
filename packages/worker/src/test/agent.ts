import type { Clock } from '@kube-informer/core'
import type { FakeBroadcastAgent, FakeBroadcasts, FakeLockAgent, FakeLocks } from '@kube-informer/testing'

/** What all tabs and workers of an origin share. */
export interface Origin {
  readonly clock: Clock
  readonly locks: FakeLocks
  readonly broadcasts: FakeBroadcasts
}

/** A page or a worker. While it is frozen, its tasks are deferred; once it is dead, they are dropped. */
export class Agent {
  readonly locks: FakeLockAgent
  readonly broadcasts: FakeBroadcastAgent
  readonly clock: Clock
  #state: 'live' | 'frozen' | 'dead' = 'live'
  #deferred: (() => void)[] = []

  constructor(origin: Origin, name: string) {
    const { now, setTimeout, clearTimeout, yieldToHost } = origin.clock
    this.locks = origin.locks.agent(name)
    this.broadcasts = origin.broadcasts.agent()
    this.clock = {
      now,
      clearTimeout,
      yieldToHost,
      setTimeout: (callback, ms) => setTimeout(() => this.run(callback), ms),
    }
  }

  get state(): 'live' | 'frozen' | 'dead' {
    return this.#state
  }

  /** Runs the task now, when the agent thaws, or not at all. */
  run(task: () => void): void {
    if (this.#state === 'frozen') this.#deferred.push(task)
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
    const deferred = this.#deferred
    this.#deferred = []
    for (const task of deferred) this.run(task)
  }

  die(): void {
    this.#state = 'dead'
    this.locks.die()
    this.broadcasts.die()
  }
}
