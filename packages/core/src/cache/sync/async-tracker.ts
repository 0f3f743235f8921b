import type { DoneChecker } from './done-checker.ts'

/**
 * Knows when the initial list has been worked off by workers that run side by side (client-go
 * `synctrack.AsyncTracker`): it remembers which keys are under way. Finishing a key that was never started
 * harms nothing, so a worker need not know whether an object belonged to the initial list.
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

  /** The source has handed over its whole initial list. */
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
