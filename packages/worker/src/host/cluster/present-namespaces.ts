import { isRefused } from './denial-gate.ts'
import type { HeldView, ViewUser } from './held-view.ts'
import {
  type KnownNamespaces,
  type NamespaceSource,
  sameKnown,
  sortedNames,
  UNKNOWN,
} from './known-namespaces.ts'

/** Options of {@link PresentNamespaces}. */
export interface PresentNamespacesOptions {
  /** Opens a view of the cluster's Namespaces. */
  readonly openNamespaces: (user: ViewUser) => HeldView
  /** The namespaces that the pages name; undefined where no page does. */
  readonly findGiven: () => NamespaceSource | undefined
}

/**
 * The Namespaces of the cluster. While the server does not allow to list them, they are those that the pages name, or
 * none.
 */
export class PresentNamespaces implements NamespaceSource {
  readonly #options: PresentNamespacesOptions
  readonly #listeners = new Set<() => void>()
  #known = UNKNOWN
  #all: HeldView | undefined
  /** Used while the Namespaces cannot be listed. */
  #given: NamespaceSource | undefined
  #leaveGiven: (() => void) | undefined

  constructor(options: PresentNamespacesOptions) {
    this.#options = options
  }

  get known(): KnownNamespaces {
    return this.#known
  }

  refresh(): void {
    this.#given?.refresh()
  }

  subscribe(listener: () => void): () => void {
    // A listener is not called inside `subscribe`.
    if (this.#listeners.size === 0) this.#start()
    this.#listeners.add(listener)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop()
    }
  }

  #start(): void {
    const changed = () => this.#changed()
    this.#all = this.#options.openNamespaces({ onRows: changed, onStatus: changed })
    changed()
  }

  #stop(): void {
    this.#all?.release()
    this.#all = undefined
    this.#dropGiven()
  }

  #changed(): void {
    if (!this.#all) return
    const { view, status } = this.#all
    if (status.data !== 'none') {
      this.#dropGiven()
      this.#publish({ names: sortedNames(view.rows().map(({ name }) => name)), isPending: false })
      return
    }
    if (isRefused(status)) this.#useGiven()
    this.#publish(this.#given?.known ?? { names: [], isPending: !status.error })
  }

  #publish(known: KnownNamespaces): void {
    if (sameKnown(known, this.#known)) return
    this.#known = known
    for (const listener of [...this.#listeners]) listener()
  }

  #useGiven(): void {
    if (this.#given) return
    this.#given = this.#options.findGiven()
    this.#leaveGiven = this.#given?.subscribe(() => this.#changed())
  }

  #dropGiven(): void {
    this.#leaveGiven?.()
    this.#leaveGiven = undefined
    this.#given = undefined
  }
}
