import type { Clock, Random, TimerHandle } from '@kube-informer/core'
import type { NamespaceSource } from './known-namespaces.ts'

/** Options of {@link Everywhere}. */
export interface EverywhereOptions {
  readonly clock: Clock
  readonly random: Random
  /** Finds the namespaces that are used where a cluster-wide request is denied. */
  readonly findNamespaces: (denial: Error) => NamespaceSource
  /** Whether the user may list and watch cluster-wide, perhaps by now. Rejects when the signal aborts. */
  readonly reviewWide: (signal: AbortSignal) => Promise<boolean>
}

/** The pause between two reviews of the cluster-wide right; doubled up to the longest. */
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 600_000

/**
 * How the slices over all of a resource are served: cluster-wide, or, once that was denied, by namespaces. The denial is
 * remembered, so that no cluster-wide request follows until an access review allows it.
 */
export class Everywhere {
  readonly #options: EverywhereOptions
  readonly #listeners = new Set<() => void>()
  #namespaces: NamespaceSource | undefined
  #version = 0
  #pauseMs = FIRST_PAUSE_MS
  #timer: TimerHandle | undefined
  #reviewing: AbortController | undefined

  constructor(options: EverywhereOptions) {
    this.#options = options
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
    this.#pauseMs = FIRST_PAUSE_MS
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
    this.#options.clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#reviewing?.abort()
    this.#reviewing = undefined
  }

  #reviewLater(): void {
    if (this.#listeners.size === 0) return
    const { clock, random } = this.#options
    clock.clearTimeout(this.#timer)
    this.#timer = clock.setTimeout(() => void this.#review(), this.#pauseMs * (1 + random() / 2))
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)
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
