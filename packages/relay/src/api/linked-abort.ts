import { onAbort } from '@kube-informer/core/internal'

/**
 * A signal that aborts with the first of some others, until it is released. The signal of `AbortSignal.any` cannot be released:
 * one of the others that lives as long as the relay may retain it, as in workerd.
 */
export class LinkedAbort {
  readonly #controller = new AbortController()
  readonly #unsubscribe: readonly (() => void)[]

  constructor(...signals: readonly AbortSignal[]) {
    this.#unsubscribe = signals.map(signal => onAbort(signal, reason => this.abort(reason)))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  /** Follows the others no longer. Idempotent. */
  release(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }
}
