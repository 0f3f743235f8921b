/** When a manager starts a runnable: before all others, or when the caches have synced. */
export type RunnableGroupName = 'servers' | 'webhooks' | 'caches'

/** Something that a manager runs (controller-runtime `manager.Runnable`). */
export interface Runnable {
  /** Runs until the signal aborts. A rejection stops the manager. */
  run(signal: AbortSignal): Promise<void>
  /** Whether it runs only while this process leads. @default true, and false for the members of a `group` */
  readonly needsLeaderElection?: boolean | undefined
  /**
   * Runs it before the other runnables: servers first, then webhooks, then caches. Each group starts when the one before
   * it is ready.
   */
  readonly group?: RunnableGroupName | undefined
  /** Resolves when it is ready: a cache has its objects, a server listens. The next group waits for it. @default at once */
  waitForSync?(signal: AbortSignal): Promise<unknown>
  /**
   * Prepares for leadership while another process leads. Called before the election, with a signal of its own. A rejection
   * stops the manager.
   */
  warmup?(signal: AbortSignal): Promise<void>
}
