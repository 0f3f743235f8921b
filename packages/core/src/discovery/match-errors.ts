import { InformerError } from '../api/errors.ts'
import { groupVersionOf } from './discovery.ts'

/** A partially named resource; an absent field matches any value. */
export interface PartialResource {
  /** "" and absent match any group. Without a version, a prefix suffices if no group has the full name. */
  readonly group?: string | undefined
  readonly version?: string | undefined
  /** A plural, a singular or a short name; case-insensitive. */
  readonly resource: string
}

/** A group and a kind, e.g. of an owner reference. */
export interface GroupKind {
  /** "" is the core group. */
  readonly group: string
  readonly kind: string
}

/** A group, a version and a kind. */
export interface GroupVersionKind extends GroupKind {
  readonly version: string
}

const describe = ({ group = '', version = '', resource }: PartialResource): string =>
  `${group}/${version}, Resource=${resource}`

/** No known resource or kind matches: it is not installed, or it was added after the discovery. */
export abstract class NoMatchError extends InformerError {
  readonly code = 'NoMatchError'
}

/** No resource matches (apimachinery `meta.NoResourceMatchError`). */
export class NoResourceMatchError extends NoMatchError {
  override readonly name = 'NoResourceMatchError'
  readonly partialResource: PartialResource

  constructor(partialResource: PartialResource) {
    super(`no matches for ${describe(partialResource)}`)
    this.partialResource = partialResource
  }
}

/** No kind matches (apimachinery `meta.NoKindMatchError`). */
export class NoKindMatchError extends NoMatchError {
  override readonly name = 'NoKindMatchError'
  readonly groupKind: GroupKind
  readonly searchedVersions: readonly string[]

  constructor(groupKind: GroupKind, searchedVersions: readonly string[] = []) {
    const { group, kind } = groupKind
    const versions = [...new Set(searchedVersions.map(version => groupVersionOf(group, version)))].toSorted()
    const quoted = versions.map(version => JSON.stringify(version)).join(' ')
    const place =
      versions.length === 0
        ? `group ${JSON.stringify(group)}`
        : versions.length === 1
          ? `version ${quoted}`
          : `versions [${quoted}]`
    super(`no matches for kind ${JSON.stringify(kind)} in ${place}`)
    this.groupKind = groupKind
    this.searchedVersions = searchedVersions
  }
}

/** A word that matches neither a resource nor a kind; the message is kubectl's. */
export class NoResourceTypeError extends NoMatchError {
  override readonly name = 'NoResourceTypeError'

  constructor(resource: string) {
    super(`the server doesn't have a resource type ${JSON.stringify(resource)}`)
  }
}

/** Several resources of one version match (apimachinery `meta.AmbiguousResourceError`). */
export class AmbiguousResourceError extends InformerError {
  override readonly name = 'AmbiguousResourceError'
  readonly code = 'AmbiguousResourceError'
  readonly partialResource: PartialResource
  readonly matchingResources: readonly PartialResource[]

  constructor(partialResource: PartialResource, matchingResources: readonly PartialResource[]) {
    super(
      `${describe(partialResource)} matches multiple resources [${matchingResources.map(describe).join(' ')}]`,
    )
    this.partialResource = partialResource
    this.matchingResources = matchingResources
  }
}
