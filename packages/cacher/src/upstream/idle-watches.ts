/**
 * Counts consecutive watches that timed out without an event. One idle watch is a dead connection; several may also be a
 * server that was restored from a backup, and never reaches the resourceVersion that they wait for.
 */
export class IdleWatches {
  #count: number

  /** @param isSaved whether the resourceVersion was saved by an earlier process, so that the first idle watch counts twice */
  constructor(isSaved: boolean) {
    this.#count = isSaved ? 1 : 0
  }

  /** A watch ended. Returns whether to verify the resourceVersion: after the second idle watch, the fourth, the eighth … */
  ended(isIdleFromStart: boolean): boolean {
    this.#count = isIdleFromStart ? this.#count + 1 : 0
    return this.#count > 1 && Number.isInteger(Math.log2(this.#count))
  }
}
