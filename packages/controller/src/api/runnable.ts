/** Something that a manager runs (controller-runtime `manager.Runnable`). */
export interface Runnable {
  /** Runs until the signal aborts. A rejection stops the manager. */
  run(signal: AbortSignal): Promise<void>
  /** Whether it runs only while this process leads. @default true */
  readonly needsLeaderElection?: boolean | undefined
}
