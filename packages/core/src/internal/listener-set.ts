/** Throws from a microtask, so that the host reports the error as uncaught. */
const reportUncaught = (error: unknown): void => {
  queueMicrotask(() => {
    throw error
  })
}

/** Runs a user's callback; an error that it throws is reported as uncaught and not passed on. */
export function callSafely(callback: () => void, onError: (error: unknown) => void = reportUncaught): void {
  try {
    callback()
  } catch (error) {
    onError(error)
  }
}

/** Listeners that are called in the order in which they were added; one that throws does not affect the others. */
export class ListenerSet<TArguments extends readonly unknown[] = []> {
  /** Each listener is wrapped, so that the same function can be added twice. */
  readonly #entries = new Set<{ readonly listener: (...values: TArguments) => void }>()
  readonly #onError: (error: unknown) => void

  /** `onError` receives what a listener throws. By default the error is reported as uncaught. */
  constructor(onError: (error: unknown) => void = reportUncaught) {
    this.#onError = onError
  }

  get size(): number {
    return this.#entries.size
  }

  /** Returns the unsubscribe function; it returns whether the listener was still there. */
  add(listener: (...values: TArguments) => void): () => boolean {
    const entry = { listener }
    this.#entries.add(entry)
    return () => this.#entries.delete(entry)
  }

  /** Calls the listeners that are there now, except those that are removed before their call. */
  emit(...values: TArguments): void {
    for (const entry of [...this.#entries]) {
      if (this.#entries.has(entry)) callSafely(() => entry.listener(...values), this.#onError)
    }
  }

  clear(): void {
    this.#entries.clear()
  }
}
