import type { Clock } from '@kube-informer/core'
import type {
  PermittedNamespacesObserver,
  PermittedNamespacesRequest,
  PermittedNamespacesState,
} from '../api/permitted-namespaces.ts'
import type { WireNamespaces } from '../wire/calls.ts'
import { fromWireError } from '../wire/wire-error.ts'
import type { Calls } from './calls.ts'
import { Followed } from './followed.ts'
import { keepItems } from './same-members.ts'

/** The state before the host has reported any. */
export const UNKNOWN_NAMESPACES: PermittedNamespacesState = Object.freeze({
  namespaces: Object.freeze([]),
  source: undefined,
  isPending: true,
  error: undefined,
})

/** The requests of a page for namespaces. Equal ones share an observer. */
export class ObservedNamespaces {
  readonly #calls: Calls
  readonly #clock: Clock
  readonly #observers = new Map<string, Followed<PermittedNamespacesState, WireNamespaces>>()
  #over: { readonly error: string | undefined } | undefined

  constructor(calls: Calls, clock: Clock) {
    this.#calls = calls
    this.#clock = clock
  }

  observe({ readable }: PermittedNamespacesRequest): PermittedNamespacesObserver {
    const key = JSON.stringify([readable])
    const known = this.#observers.get(key)
    if (known) return known
    const observer = new Followed<PermittedNamespacesState, WireNamespaces>({
      clock: this.#clock,
      initial: UNKNOWN_NAMESPACES,
      ask: (id, signal) => this.#calls.ask({ verb: 'namespaces', readable, known: id }, signal),
      next: ({ names, source, isPending, error }, { namespaces }) => ({
        namespaces: keepItems(names, namespaces),
        source,
        isPending,
        error: error && fromWireError(error),
      }),
    })
    this.#observers.set(key, observer)
    if (this.#over) observer.end(this.#over.error)
    return observer
  }

  /** The connection has ended. With an error they keep what they show. */
  end(error?: string): void {
    this.#over = { error }
    for (const observer of this.#observers.values()) observer.end(error)
  }
}
