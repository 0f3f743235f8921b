import type { Clock, Random } from '@kube-informer/core'
import { DenialPause } from '../informers/denial-pause.ts'
import type { NamespaceSource } from '../namespaces/known-namespaces.ts'

export interface EverywhereOptions {
  readonly clock: Clock
  readonly random: Random
  /** Finds the namespaces that are used where a cluster-wide request is denied. */
  readonly findNamespaces: (denial: Error) => NamespaceSource
  /** Whether the user may list and watch cluster-wide, perhaps by now. Rejects when the signal aborts. */
  readonly reviewWide: (signal: AbortSignal) => Promise<boolean>
}

/**
 * How the slices over all of a resource are served: cluster-wide, or, once that was denied, by namespaces. The denial is
 * remembered, so that no cluster-wide request follows until an access review allows it.
 */
export class Everywhere {
  readonly #options: EverywhereOptions
  readonly #listeners = new Set<() => void>()
  readonly #pause: DenialPause
  #namespaces: NamespaceSource | undefined
  #version = 0
  #reviewing: AbortController | undefined

  constructor(options: EverywhereOptions) {
    this.#options = options
    this.#pause = new DenialPause({ ...options, onOver: () => void this.#review() })
  }

  /** Changes between the two ways. */
  get version(): number {
    return this.#version
  }

  /** The namespaces that serve the slices; undefined where one cluster-wide informer does. */
  get namespaces(): NamespaceSource | undefined {
    return this.#namespaces
  }

  /** A cluster-wide request was denied. */
  forbidden(error: Error): void {
    if (this.#namespaces) return
    this.#change(this.#options.findNamespaces(error))
    this.#reviewLater()
  }

  /** Reviews at once: the token has changed, or a user has asked. */
  retry(): void {
    // A review in flight may be what has asked for the token.
    if (!this.#namespaces || this.#listeners.size === 0 || this.#reviewing) return
    this.#pause.reset()
    void this.#review()
  }

  /** Calls back after each change of `version`. Reviews go on while there is a listener. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1 && this.#namespaces) this.#reviewLater()
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#rest()
    }
  }

  #change(namespaces: NamespaceSource | undefined): void {
    this.#rest()
    this.#namespaces = namespaces
    this.#version++
    for (const listener of [...this.#listeners]) listener()
  }

  #rest(): void {
    this.#pause.cancel()
    this.#reviewing?.abort()
    this.#reviewing = undefined
  }

  #reviewLater(): void {
    if (this.#listeners.size > 0) this.#pause.start()
  }

  async #review(): Promise<void> {
    this.#rest()
    const reviewing = new AbortController()
    this.#reviewing = reviewing
    this.#namespaces?.refresh()
    const isAllowed = await this.#options.reviewWide(reviewing.signal).catch(() => false)
    if (this.#reviewing !== reviewing) return
    this.#reviewing = undefined
    if (isAllowed) this.#change(undefined)
    else this.#reviewLater()
  }
}
