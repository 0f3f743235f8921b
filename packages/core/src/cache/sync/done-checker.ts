/** Something that will be done once, and stays so (client-go `cache.DoneChecker`). */
export interface DoneChecker {
  /** Who waits for what, for messages: `pods in namespace "default"`. */
  readonly name: string
  /** Resolves when it is done; never rejects. */
  readonly done: Promise<void>
  isDone(): boolean
}
