import type { Runnable } from '../api/runnable.ts'
import { RunnableGroup, type RunnableGroupOptions } from './runnable-group.ts'

/** All runnables of a manager, by the time of their start (controller-runtime `runnables`). */
export class RunnableGroups {
  readonly servers: RunnableGroup
  readonly webhooks: RunnableGroup
  readonly caches: RunnableGroup
  /** Runnables that need no election. */
  readonly others: RunnableGroup
  readonly warmup: RunnableGroup
  readonly leaderElection: RunnableGroup

  constructor(callbacks: Pick<RunnableGroupOptions, 'onError' | 'onLateError'>) {
    const group = (name: string) => new RunnableGroup({ name, ...callbacks })
    this.servers = group('HTTP servers')
    this.webhooks = group('webhooks')
    this.caches = group('caches')
    this.others = group('other runnables')
    this.warmup = group('warmup runnables')
    this.leaderElection = group('leader election runnables')
  }

  /** Adds a runnable to its group. Throws once that group stops. */
  add(runnable: Runnable): void {
    const { warmup } = runnable
    if (runnable.group !== undefined) this[runnable.group].add(runnable)
    else if (runnable.needsLeaderElection === false) this.others.add(runnable)
    else {
      this.leaderElection.add(runnable)
      if (warmup) this.warmup.add({ run: signal => warmup.call(runnable, signal) })
    }
  }

  /** The groups that start before the election, in order. */
  get beforeElection(): readonly RunnableGroup[] {
    return [this.servers, this.webhooks, this.caches, this.others, this.warmup]
  }

  /**
   * Stops one group after the other: a group is aborted when the one before it has ended. The leader election group stops
   * before the caches, so that reconciles can end with a cache that works.
   */
  async stop(reason: DOMException): Promise<void> {
    const warmup = this.warmup.stop(reason)
    for (const group of [this.others, this.leaderElection, this.caches, this.webhooks, this.servers])
      await group.stop(reason)
    await warmup
  }

  /** Aborts all runnables without waiting for them, the work of a leader first. */
  abort(reason: DOMException): void {
    for (const group of [this.leaderElection, ...this.beforeElection.toReversed()]) void group.stop(reason)
  }
}
