import type { DoneChecker } from './done-checker.ts'

/**
 * Tracks the processing of the initial list by concurrent workers (client-go `synctrack.AsyncTracker`). It records the
 * keys in progress. Finishing a key that was not started has no effect, so a worker need not know whether an object
 * belongs to the initial list.
 */
export class AsyncTracker<K> implements DoneChecker {
  readonly name: string
  readonly done: Promise<void>
  readonly #underWay = new Set<K>()
  #resolve: () => void = () => {}
  #upstreamSynced = false
  #synced = false

  constructor(name = 'a pool of workers') {
    this.name = name
    this.done = new Promise(resolve => {
      this.#resolve = resolve
    })
  }

  start(key: K): void {
    this.#underWay.add(key)
  }

  finished(key: K): void {
    this.#underWay.delete(key)
    this.#check()
  }

  /** The source has delivered its whole initial list. */
  upstreamHasSynced(): void {
    this.#upstreamSynced = true
    this.#check()
  }

  hasSynced(): boolean {
    return this.#synced
  }

  /** The same as {@link hasSynced}. */
  isDone(): boolean {
    return this.#synced
  }

  #check(): void {
    if (this.#synced || !this.#upstreamSynced || this.#underWay.size > 0) return
    this.#synced = true
    this.#resolve()
  }
}
