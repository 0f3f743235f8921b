/** The namespaces that serve a resource where a cluster-wide request is denied. */
export interface KnownNamespaces {
  /** Sorted, each once. */
  readonly names: readonly string[]
  /** Whether the search goes on, and more may follow. */
  readonly isPending: boolean
  /** Why no namespace is known, or perhaps not all. */
  readonly failure?: Error | undefined
}

/** A source of {@link KnownNamespaces}. It works while it has listeners. */
export interface NamespaceSource {
  readonly known: KnownNamespaces
  /** Searches again: the token has changed, a user has asked, or time has passed. */
  refresh(): void
  /** Calls back after each change of `known`. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export const UNKNOWN: KnownNamespaces = Object.freeze({ names: [], isPending: true })

/** A source of the same namespaces at all times. */
export function fixedNamespaces(names: readonly string[]): NamespaceSource {
  const known = { names: sortedNames(names), isPending: false }
  return { known, refresh() {}, subscribe: () => () => {} }
}

/** Sorted, each once. */
export const sortedNames = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort()

export const sameKnown = (a: KnownNamespaces, b: KnownNamespaces): boolean =>
  a.isPending === b.isPending &&
  a.failure?.message === b.failure?.message &&
  a.names.length === b.names.length &&
  a.names.every((name, index) => name === b.names[index])
