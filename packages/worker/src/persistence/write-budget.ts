/** The limit of bytes written per byte of changed objects: the change itself, heads and compaction. */
const MAX_WRITE_AMPLIFICATION = 2.8

/**
 * Bounds write amplification by delaying compaction. The delay is short, because the changes that make compaction necessary
 * also add to the budget.
 */
export class WriteBudget {
  #changedBytes = 0
  #writtenBytes = 0

  /** Adds bytes of changed objects. */
  changed(bytes: number): void {
    this.#changedBytes += bytes
  }

  /** Adds bytes that were written. */
  written(bytes: number): void {
    this.#writtenBytes += bytes
  }

  /** Whether this many bytes may be written without a change. */
  allows(bytes: number): boolean {
    return this.#writtenBytes + bytes <= MAX_WRITE_AMPLIFICATION * this.#changedBytes
  }
}
