import { UsageError } from '@kube-informer/core'

/** Ensures that a source has one queue at a time: `waitForSync` could not say which one it waits for. */
export class StartOnce {
  readonly #description: string
  #signal: AbortSignal | undefined

  constructor(description: string) {
    this.#description = description
  }

  /** Throws a UsageError if the source was started with another signal, which has not aborted. */
  start(signal: AbortSignal): void {
    if (this.#signal?.aborted === false)
      throw new UsageError(`${this.#description} is started already: create one source for each controller`)
    this.#signal = signal
  }
}
