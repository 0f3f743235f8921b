import type { LockManager } from '@kube-informer/core'
import { LockAgent } from './lock-agent.ts'
import { LockQueue } from './lock-queue.ts'

/** The locks of one origin, under the control of a test. */
export interface FakeLocks {
  /** The lock manager of one more tab or worker. */
  agent(name?: string): FakeLockAgent
  /** Names of the agents that hold this lock. */
  holders(lock: string): readonly string[]
  /** Names of the agents that wait for it, in order. */
  waiters(lock: string): readonly string[]
}

/** What one tab or worker has of the locks of its origin, and what can become of it. */
export interface FakeLockAgent extends LockManager {
  readonly name: string
  /**
   * The tab is closed, or the worker crashes: what it holds is free, what it waits for is given up, and it never hears of
   * either.
   */
  die(): void
  /**
   * The tab is frozen: it keeps what it holds and its places in queues, may be granted and robbed, and learns of nothing
   * before {@link thaw}.
   */
  freeze(): void
  thaw(): void
}

/**
 * Web Locks for tests: shared and exclusive, in a queue for each name, `ifAvailable`, `steal` and signals as in
 * `navigator.locks`. Callbacks run in microtasks; there are no timers.
 *
 * @example
 * const locks = createFakeLocks()
 * const [tab, other] = [locks.agent('tab'), locks.agent('other')]
 * void tab.request('leader', {}, () => new Promise(() => {}))
 * void other.request('leader', {}, () => console.log('the tab has died'))
 * tab.die()
 */
export function createFakeLocks(): FakeLocks {
  const queues = new Map<string, LockQueue>()
  const queueOf = (lock: string): LockQueue => {
    const queue = queues.get(lock) ?? new LockQueue(lock)
    queues.set(lock, queue)
    return queue
  }
  const names = (agents: readonly object[]) =>
    agents.map(agent => (agent instanceof LockAgent ? agent.name : 'unknown'))
  let agents = 0
  return {
    agent: (name = `agent-${++agents}`) =>
      new LockAgent({ name, queueOf, queues: () => [...queues.values()] }),
    holders: lock => names(queueOf(lock).holders),
    waiters: lock => names(queueOf(lock).waiters),
  }
}
