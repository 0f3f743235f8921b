/**
 * A value that is computed on demand, and again after {@link Lazy.notify} (client-go `synctrack.Lazy`).
 *
 * - Concurrent calls of `get` share one computation.
 * - A `get` never returns a value whose computation started before the last `notify`, even if that computation ends
 *   late.
 * - An error rejects the calls that waited for it, and is not kept.
 *
 * @example
 * const total = new Lazy(() => informer.indexer.list().reduce(sum, 0))
 * informer.addEventHandler({ onAdd: () => total.notify(), onDelete: () => total.notify() })
 * await total.get()
 */
export class Lazy<T> {
  readonly #evaluate: () => T | Promise<T>
  #current: Promise<T> | undefined

  constructor(evaluate: () => T | Promise<T>) {
    this.#evaluate = evaluate
  }

  /** Marks the value as outdated. */
  notify(): void {
    this.#current = undefined
  }

  get(): Promise<T> {
    if (this.#current) return this.#current
    const evaluation = Promise.resolve().then(this.#evaluate)
    this.#current = evaluation
    evaluation.catch(() => {
      if (this.#current === evaluation) this.#current = undefined
    })
    return evaluation
  }
}
