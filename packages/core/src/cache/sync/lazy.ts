/**
 * A value that is computed when somebody asks, and again after a {@link Lazy.notify} (client-go `synctrack.Lazy`).
 *
 * - Whoever asks while it is being computed shares that computation.
 * - Nobody gets a value that was begun before their last `notify`: a slow, outdated computation that ends late
 *   replaces nothing.
 * - An error goes to those who waited for it, and is not kept.
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

  /** What was computed so far is out of date. */
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
