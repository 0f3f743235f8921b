import { UsageError } from '../../api/errors.ts'
import type { DoneChecker } from './done-checker.ts'

/**
 * Tracks the processing of the initial list by one sequential consumer (client-go `synctrack.SingleFileTracker`). Call
 * `start` before an object is passed on, and `finished` after it was processed. It has synced when the source has and
 * no object is in progress, and stays so.
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

  /** An object of the initial list is passed on. */
  start(): void {
    this.#underWay++
  }

  /** An object has been processed. Throws if `finished` is called more often than `start`. */
  finished(): void {
    this.#underWay--
    if (this.#underWay < 0) {
      throw new UsageError('negative counter: finished() was called more often than start()')
    }
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
    if (this.#synced || !this.#upstreamSynced || this.#underWay > 0) return
    this.#synced = true
    this.#resolve()
  }
}
