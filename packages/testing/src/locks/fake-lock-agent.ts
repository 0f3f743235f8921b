import type { LockManager } from '@kube-informer/core'

/** The lock manager of one tab or worker, with its lifecycle. */
export interface FakeLockAgent extends LockManager {
  readonly name: string
  /**
   * Simulates a closed tab or crashed worker: its locks are released, its requests are removed, and its callbacks and
   * promises are not called any more.
   */
  die(): void
  /**
   * Simulates a frozen tab: it keeps its locks and queue positions, may be granted a lock or preempted, and is notified
   * after {@link thaw}.
   */
  freeze(): void
  thaw(): void
}
