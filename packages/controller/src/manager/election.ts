/** How the manager takes part in an election. */
export interface Election {
  /** Runs until the signal aborts, or until the leadership is lost; then it releases what it holds. */
  run(signal: AbortSignal): Promise<void>
}

/** What an election tells the manager. */
export interface ElectionCallbacks {
  /**
   * This process leads until the signal aborts. The returned promise settles when the leader's work has ended: the lease must
   * not be released before.
   */
  readonly onStartedLeading: (signal: AbortSignal) => Promise<void>
}

/** The election of a manager without leader election: it leads from the start. */
export const alwaysLeading = ({ onStartedLeading }: ElectionCallbacks): Election => ({
  run: signal => onStartedLeading(signal),
})
