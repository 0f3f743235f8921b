/** A condition that becomes true once and stays true (client-go `cache.DoneChecker`). */
export interface DoneChecker {
  /** A name for messages: `pods in namespace "default"`. */
  readonly name: string
  /** Resolves when it is done; never rejects. */
  readonly done: Promise<void>
  isDone(): boolean
}
