import { errorMessage } from '@kube-informer/core/internal'
import { type KnownNamespaces, type NamespaceSource, sortedNames, UNKNOWN } from './known-namespaces.ts'
import { PublishedNamespaces } from './published-namespaces.ts'

/** Requests the namespaces of the connection's option from a page. */
export type RequestNamespaces = () => Promise<readonly string[]>

/** The namespaces that the pages of a connection name. */
export class GivenNamespaces implements NamespaceSource {
  readonly #request: RequestNamespaces
  readonly #published = new PublishedNamespaces({ start: () => this.#readOnce() })
  /** The last request; only its answer counts. */
  #pending: Promise<readonly string[]> | undefined

  constructor(request: RequestNamespaces) {
    this.#request = request
  }

  get known(): KnownNamespaces {
    return this.#published.known
  }

  refresh(): void {
    if (this.#published.hasListeners) void this.#read()
  }

  subscribe(listener: () => void): () => void {
    return this.#published.subscribe(listener)
  }

  #readOnce(): void {
    if (this.known === UNKNOWN && !this.#pending) void this.#read()
  }

  async #read(): Promise<void> {
    const pending = this.#request()
    this.#pending = pending
    const known = await pending.then(
      names => ({ names: sortedNames(names), isPending: false }),
      // The names that were given before stay.
      (error: unknown) => ({ names: this.known.names, isPending: false, failure: toError(error) }),
    )
    if (this.#pending !== pending) return
    this.#pending = undefined
    this.#published.publish(known)
  }
}

const toError = (error: unknown): Error => new Error(`the option "namespaces" failed: ${errorMessage(error)}`)
