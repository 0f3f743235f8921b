import { apiVersionOf } from '@kube-informer/core'
import { groupBy } from '@kube-informer/core/internal'
import type { Kind } from '../kinds/kind.ts'
import { compareKubeVersions } from '../kinds/kube-version.ts'

/** A version of a group, with its kinds. */
export interface ServedVersion {
  readonly version: string
  /** `v1` or `apps/v1`. */
  readonly groupVersion: string
  readonly kinds: readonly Kind[]
}

/** A served API group. */
export interface ServedGroup {
  /** "" for the core group. */
  readonly name: string
  /** The preferred version first. */
  readonly versions: readonly ServedVersion[]
}

/** The groups in a server's order: built-in groups first, then the others by name. */
export function groupsOf(kinds: readonly Kind[]): readonly ServedGroup[] {
  const byName = groupBy(kinds, kind => kind.resource.group)
  const groups = [...byName].map(([name, members]) => ({
    name,
    versions: versionsOf(members),
    isBuiltIn: members.some(({ isBuiltIn }) => isBuiltIn),
  }))
  const [builtIn, custom] = [groups.filter(g => g.isBuiltIn), groups.filter(g => !g.isBuiltIn)]
  return [...builtIn, ...custom.toSorted((a, b) => (a.name < b.name ? -1 : 1))]
}

function versionsOf(kinds: readonly Kind[]): readonly ServedVersion[] {
  const byVersion = groupBy(kinds, kind => kind.resource.version)
  const versions = [...byVersion].map(([version, members]) => ({
    version,
    groupVersion: members[0] ? apiVersionOf(members[0].resource) : version,
    kinds: members,
  }))
  return versions.toSorted((a, b) => compareKubeVersions(a.version, b.version))
}
