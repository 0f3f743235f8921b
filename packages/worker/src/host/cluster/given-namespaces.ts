import {
  type KnownNamespaces,
  type NamespaceSource,
  sameKnown,
  sortedNames,
  UNKNOWN,
} from './known-namespaces.ts'

/** Requests the namespaces of the connection's option from a page. */
export type RequestNamespaces = () => Promise<readonly string[]>

/** The namespaces that the pages of a connection name. */
export class GivenNamespaces implements NamespaceSource {
  readonly #request: RequestNamespaces
  readonly #listeners = new Set<() => void>()
  #known = UNKNOWN
  /** The last request; only its answer counts. */
  #pending: Promise<readonly string[]> | undefined

  constructor(request: RequestNamespaces) {
    this.#request = request
  }

  get known(): KnownNamespaces {
    return this.#known
  }

  refresh(): void {
    if (this.#listeners.size > 0) void this.#read()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#known === UNKNOWN && !this.#pending) void this.#read()
    return () => this.#listeners.delete(listener)
  }

  async #read(): Promise<void> {
    const pending = this.#request()
    this.#pending = pending
    const known = await pending.then(
      names => ({ names: sortedNames(names), isPending: false }),
      // The names that were given before stay.
      (error: unknown) => ({ names: this.#known.names, isPending: false, failure: toError(error) }),
    )
    if (this.#pending !== pending) return
    this.#pending = undefined
    if (sameKnown(known, this.#known)) return
    this.#known = known
    for (const each of [...this.#listeners]) each()
  }
}

const toError = (error: unknown): Error =>
  new Error(`the option "namespaces" failed: ${error instanceof Error ? error.message : String(error)}`)
