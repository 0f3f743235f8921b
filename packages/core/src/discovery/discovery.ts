import { InformerError } from '../api/errors.ts'
import type { ResourceDefinition } from '../api/resource.ts'

/** A resource as described by its server; also a ResourceDefinition. */
export interface DiscoveredResource extends ResourceDefinition {
  /** The lower-case singular, e.g. `pod`. */
  readonly singular: string
  /** e.g. `get`, `list`, `watch`; an informer needs `list` and `watch`. */
  readonly verbs: readonly string[]
  /** e.g. `po`. */
  readonly shortNames: readonly string[]
  /** e.g. `all`. */
  readonly categories: readonly string[]
  readonly subresources: readonly DiscoveredSubresource[]
}

/** A subresource, e.g. `status`, `scale`, `log`. */
export interface DiscoveredSubresource {
  readonly name: string
  /** The kind of its requests or responses. */
  readonly kind: string
  readonly verbs: readonly string[]
}

/** One version of an API group. */
export interface DiscoveredVersion {
  readonly version: string
  /** The group's own server could not be reached. The resources are the last known ones, possibly none. */
  readonly stale: boolean
  readonly resources: readonly DiscoveredResource[]
}

/** An API group, its versions in the server's order of preference. */
export interface DiscoveredGroup {
  /** "" for the core group. */
  readonly name: string
  /** The version that the server prefers; undefined when all are stale. */
  readonly preferredVersion: string | undefined
  readonly versions: readonly DiscoveredVersion[]
}

/** The API groups and resources of a server. */
export interface Discovery {
  /** The core group first, then the server's order. */
  readonly groups: readonly DiscoveredGroup[]
  /** The groups that could not be discovered; the others are complete. Undefined if there are none. */
  readonly error: GroupDiscoveryError | undefined
}

/** Some group versions could not be discovered (client-go `discovery.ErrGroupDiscoveryFailed`). */
export class GroupDiscoveryError extends InformerError {
  override readonly name = 'GroupDiscoveryError'
  readonly code = 'GroupDiscoveryError'
  /** The errors by group and version, e.g. `metrics.k8s.io/v1beta1`. */
  readonly failures: ReadonlyMap<string, Error>

  constructor(failures: ReadonlyMap<string, Error>) {
    const lines = [...failures].map(([groupVersion, error]) => `${groupVersion}: ${error.message}`)
    super(`unable to retrieve the complete list of server APIs: ${lines.toSorted().join(', ')}`, {
      cause: failures.values().next().value,
    })
    this.failures = failures
  }
}

/** The aggregated server of a group version does not respond (client-go `discovery.StaleGroupVersionError`). */
export class StaleGroupVersionError extends InformerError {
  override readonly name = 'StaleGroupVersionError'
  readonly code = 'StaleGroupVersionError'

  constructor(groupVersion: string) {
    super(`stale GroupVersion discovery: ${groupVersion}`)
  }
}

/** `v1` or `apps/v1`. */
export const groupVersionOf = (group: string, version: string): string =>
  group === '' ? version : `${group}/${version}`

/** Resources that are not stale, in the order of groups and versions. */
export const resourcesOf = (discovery: Discovery): readonly DiscoveredResource[] =>
  discovery.groups.flatMap(({ versions }) =>
    versions.flatMap(({ stale, resources }) => (stale ? [] : resources)),
  )
