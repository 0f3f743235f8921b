import { UsageError } from '../../api/errors.ts'
import type { DoneChecker } from './done-checker.ts'

/**
 * Knows when the initial list has been worked off, for those who work on one object after the other
 * (client-go `synctrack.SingleFileTracker`). Count up before an object is handed over, down after its work is
 * done: it has synced when the source has and nothing is under way. Once synced it stays so.
 */
export class SingleFileTracker implements DoneChecker {
  readonly name: string
  readonly done: Promise<void>
  #resolve: () => void = () => {}
  #upstreamSynced = false
  #underWay = 0
  #synced = false

  constructor(name = 'a handler') {
    this.name = name
    this.done = new Promise(resolve => {
      this.#resolve = resolve
    })
  }

  /** An object of the initial list is handed over. */
  start(): void {
    this.#underWay++
  }

  /** Its work is done. Throws when more is finished than was started. */
  finished(): void {
    this.#underWay--
    if (this.#underWay < 0) {
      throw new UsageError('negative counter: finished() was called more often than start()')
    }
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
    if (this.#synced || !this.#upstreamSynced || this.#underWay > 0) return
    this.#synced = true
    this.#resolve()
  }
}
