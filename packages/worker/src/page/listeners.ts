/** Who is to be told of something. */
export class Listeners<TArguments extends readonly unknown[] = []> {
  /** Wrapped, so that one function may listen twice. */
  readonly #entries = new Set<{ readonly listener: (...told: TArguments) => void }>()

  get count(): number {
    return this.#entries.size
  }

  /** Returns the undo, which answers whether there was anything left to undo. */
  add(listener: (...told: TArguments) => void): () => boolean {
    const entry = { listener }
    this.#entries.add(entry)
    return () => this.#entries.delete(entry)
  }

  /** Calls everyone who listens now and still does when the turn comes. */
  tell(...told: TArguments): void {
    for (const entry of [...this.#entries]) {
      if (this.#entries.has(entry)) callSafely(() => entry.listener(...told))
    }
  }
}

/** What it throws is reported as uncaught, and harms nobody else. */
export function callSafely(work: () => void): void {
  try {
    work()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
