/** Of all that is written, in bytes of changed objects: the change itself, and the rest for heads and compaction. */
const MOST_WRITTEN = 2.8

/**
 * Sees to it that writing stays in proportion to what changes: compaction has to wait where it would not. It never has to
 * wait long, because what makes it necessary is changes.
 */
export class WriteBudget {
  #changedBytes = 0
  #writtenBytes = 0

  /** So many bytes of distinct objects have changed. */
  changed(bytes: number): void {
    this.#changedBytes += bytes
  }

  /** So many bytes were given to the database. */
  written(bytes: number): void {
    this.#writtenBytes += bytes
  }

  /** Whether so much may be written without any change. */
  allows(bytes: number): boolean {
    return this.#writtenBytes + bytes <= MOST_WRITTEN * this.#changedBytes
  }
}
