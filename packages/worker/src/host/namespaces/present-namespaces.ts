import { isRefused } from '../held-view/denials.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { type KnownNamespaces, type NamespaceSource, sortedNames } from './known-namespaces.ts'
import { PublishedNamespaces } from './published-namespaces.ts'

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
  readonly #published = new PublishedNamespaces({ start: () => this.#start(), stop: () => this.#stop() })
  #all: HeldView | undefined
  /** Used while the Namespaces cannot be listed. */
  #given: NamespaceSource | undefined
  #leaveGiven: (() => void) | undefined

  constructor(options: PresentNamespacesOptions) {
    this.#options = options
  }

  get known(): KnownNamespaces {
    return this.#published.known
  }

  refresh(): void {
    this.#given?.refresh()
  }

  subscribe(listener: () => void): () => void {
    return this.#published.subscribe(listener)
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
      this.#published.publish({ names: sortedNames(view.rows().map(({ name }) => name)), isPending: false })
      return
    }
    if (isRefused(status)) this.#useGiven()
    this.#published.publish(this.#given?.known ?? { names: [], isPending: !status.error })
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
