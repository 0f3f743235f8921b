/** A part of the work for a reader. */
export interface Step {
  /** Must not throw. */
  run(): void
}

/** Decides when the work for readers continues, for servers of readers that do not trust each other. */
export interface Scheduler {
  /** Runs a step now or later. The steps of one user run in order. */
  add(user: string, step: Step): void
}

/** Whose turns a body waits for. */
export interface ReaderScheduler {
  readonly scheduler: Scheduler
  readonly user: string
}
