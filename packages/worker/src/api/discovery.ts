import type { CallOptions } from '@kube-informer/core'
import type { DiscoveredGroup, DiscoveredResource } from '@kube-informer/core/discovery'

/** What the server of a connection serves: frozen, and the same reference until something changes. */
export interface DiscoveryState {
  /**
   * Every resource in every served version: the core group first, then the groups in the server's order, each with its
   * preferred version first. `preferredResources` of `@kube-informer/core/discovery` returns each resource once. Resources of
   * a group that did not change keep their references.
   */
  readonly resources: readonly DiscoveredResource[]
  /** The API groups in the same order, with their versions. */
  readonly groups: readonly DiscoveredGroup[]
  /**
   * `none`: nothing is known yet. `cached`: what the host knew before its last subscriber left, until the server has answered
   * again. `complete`: the server's answer.
   */
  readonly data: 'none' | 'cached' | 'complete'
  /** Why the last discovery failed as a whole; it is repeated. Resources that are known already stay. */
  readonly error: Error | undefined
  /**
   * The group versions that could not be discovered, e.g. `metrics.k8s.io/v1beta1`, because their own server does not respond.
   * Their last known resources stay, in a version that is `stale`.
   */
  readonly failures: Readonly<Record<string, Error>>
}

/**
 * The resources of a server as a live store, in the shape of React's `useSyncExternalStore`. Its members do not use `this`.
 *
 * The host discovers once for all tabs of an identity, while any of them has subscribers. It watches the metadata of
 * CustomResourceDefinitions and APIServices, and discovers again after each change and every ten minutes; every minute
 * where they cannot be watched, or a group fails. It also discovers again after `connection.reconnect` and after sleep.
 */
export interface DiscoveryStore {
  /** The same reference until something changes. */
  readonly getState: () => DiscoveryState
  /** Calls back after each change, never synchronously. Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Discovers again, for example when a kind of a link is not found, and resolves with the new state. A failed discovery is
   * the state's `error`. Rejects with the signal's reason, and with a ConnectionError once the connection has ended.
   *
   * @example const { resources } = await connection.discovery.refresh()
   */
  readonly refresh: (options?: CallOptions) => Promise<DiscoveryState>
}
