import type { ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinitions, ResourceName } from './definition.ts'
import type { ResourceReference } from './names.ts'

/** Which namespaces are asked for. */
export interface PermittedNamespacesRequest<
  TDefinitions = InformerDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition = ResourceReference<TDefinitions>,
> {
  /**
   * Returns only the Namespaces in which the user may list and watch this resource. Access reviews decide.
   *
   * @default all that the cluster has
   */
  readonly readable?: TResource | undefined
}

/**
 * Where the names come from:
 *
 * - `listed`: the Namespaces of the cluster, which the user may list.
 * - `given`: the option `namespaces` of the connection, where the user may not.
 * - `seen`: the namespaces of the objects that the host has in its caches, where the option names none either.
 */
export type NamespacesSource = 'listed' | 'given' | 'seen'

/** The namespaces that a user can choose from: frozen, and the same reference until something changes. */
export interface PermittedNamespacesState {
  /** Sorted, each once. */
  readonly namespaces: readonly string[]
  /** Undefined until something is known, and after the end of the connection. */
  readonly source: NamespacesSource | undefined
  /** Whether the answer is not complete yet: more names may follow. */
  readonly isPending: boolean
  /**
   * Why names may be missing: the server does not allow to list Namespaces, and no namespace is given; the option `namespaces`
   * has failed; an access review has failed; or the server is not reached.
   */
  readonly error: Error | undefined
}

/** The namespaces as a store, in the shape of React's `useSyncExternalStore`. Its members do not use `this`. */
export interface PermittedNamespacesObserver {
  /** The same reference until something changes. */
  readonly getState: () => PermittedNamespacesState
  /** Calls back after each change, never synchronously. Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}
