import type { FakeLockAgent } from './fake-lock-agent.ts'
import { LockAgent } from './lock-agent.ts'
import { LockQueue } from './lock-queue.ts'

/** The Web Locks of one origin, controlled by a test. */
export interface FakeLocks {
  /** Creates the lock manager of another tab or worker. */
  agent(name?: string): FakeLockAgent
  /** The names of the agents that hold the lock. */
  holders(lock: string): readonly string[]
  /** The names of the agents that wait for the lock, in order. */
  waiters(lock: string): readonly string[]
}

/**
 * Web Locks for tests: shared and exclusive, in a queue for each name, `ifAvailable`, `steal` and signals as in
 * `navigator.locks`. Callbacks run in microtasks; there are no timers.
 *
 * @example
 * const locks = createFakeLocks()
 * const [tab, other] = [locks.agent('tab'), locks.agent('other')]
 * void tab.request('leader', {}, () => new Promise(() => {}))
 * void other.request('leader', {}, () => console.log('the tab died'))
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
