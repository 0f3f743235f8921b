/** A store of a connection whose state a test sets. */
export class FakeObserver<T> {
  /** How often it got its first listener. */
  starts = 0
  #state: T
  readonly #listeners = new Set<() => void>()

  constructor(state: T) {
    this.#state = state
  }

  get isActive(): boolean {
    return this.#listeners.size > 0
  }

  readonly getState = (): T => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    if (!this.isActive) this.starts++
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(state: T): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}

/** The observers of a kind: one for all equal requests. */
export class FakeObservers<T extends FakeObserver<never> | FakeObserver<unknown>> {
  readonly #byKey = new Map<string, T>()
  readonly #create: () => T

  constructor(create: () => T) {
    this.#create = create
  }

  of(key: string): T {
    const observer = this.#byKey.get(key) ?? this.#create()
    this.#byKey.set(key, observer)
    return observer
  }

  get all(): readonly T[] {
    return [...this.#byKey.values()]
  }

  /** The keys of those that have listeners. */
  get activeKeys(): string[] {
    return [...this.#byKey].filter(([, { isActive }]) => isActive).map(([key]) => key)
  }
}
