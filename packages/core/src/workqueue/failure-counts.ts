/** Counts the failures of items, which are compared by identity. */
export class FailureCounts<T> {
  readonly #counts = new Map<T, number>()

  /** Counts a failure, and returns the number of failures before it. */
  count(item: T): number {
    const before = this.#counts.get(item) ?? 0
    this.#counts.set(item, before + 1)
    return before
  }

  of(item: T): number {
    return this.#counts.get(item) ?? 0
  }

  forget(item: T): void {
    this.#counts.delete(item)
  }
}
