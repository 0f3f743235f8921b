import { ListenerSet } from '@kube-informer/core/internal'
import { type KnownNamespaces, sameKnown, UNKNOWN } from './known-namespaces.ts'

export interface PublishedNamespacesOptions {
  /** Called before the first listener is added; calls no listener. */
  readonly start: () => void
  /** Called after the last listener has left. */
  readonly stop?: () => void
}

/** The state and the listeners of a source of namespaces. */
export class PublishedNamespaces {
  readonly #options: PublishedNamespacesOptions
  readonly #listeners = new ListenerSet()
  #known = UNKNOWN

  constructor(options: PublishedNamespacesOptions) {
    this.#options = options
  }

  get known(): KnownNamespaces {
    return this.#known
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  subscribe(listener: () => void): () => void {
    // A listener is not called inside `subscribe`.
    if (!this.hasListeners) this.#options.start()
    const remove = this.#listeners.add(listener)
    return () => {
      if (remove() && !this.hasListeners) this.#options.stop?.()
    }
  }

  /** Notifies the listeners if the namespaces have changed, or what else is known of them (`isOther`). */
  publish(known: KnownNamespaces, isOther = false): void {
    if (sameKnown(known, this.#known) && !isOther) return
    this.#known = known
    this.#listeners.emit()
  }
}
