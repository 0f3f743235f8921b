import { groupBy } from '../internal/group-by.ts'
import type { GoList } from './aggregated.ts'
import type { DiscoveredResource } from './discovery.ts'

/** meta/v1 APIVersions: the response of `/api` in the older form. */
export interface APIVersions {
  readonly versions?: GoList<string>
}

/** meta/v1 APIGroupList: the response of `/apis` in the older form. */
export interface APIGroupList {
  readonly groups?: GoList<APIGroup>
}

/** meta/v1 APIGroup. */
export interface APIGroup {
  readonly name: string
  readonly versions?: GoList<{ readonly version: string }>
  readonly preferredVersion?: { readonly version?: string }
}

/** meta/v1 APIResourceList: the resources and subresources of one group version. */
export interface APIResourceList {
  readonly resources?: GoList<APIResource>
}

interface APIResource {
  /** `pods`, or `pods/log` for a subresource. */
  readonly name: string
  readonly singularName?: string
  readonly namespaced?: boolean
  readonly kind: string
  readonly verbs?: GoList<string>
  readonly shortNames?: GoList<string>
  readonly categories?: GoList<string>
}

/** The core group, with the versions of `/api`. */
export const readCoreGroup = ({ versions }: APIVersions): readonly APIGroup[] =>
  versions?.length ? [{ name: '', versions: versions.map(version => ({ version })) }] : []

/** The named groups of `/apis`. */
export const readNamedGroups = ({ groups }: APIGroupList): readonly APIGroup[] => groups ?? []

/** The resources of one group version. */
export function readResourceList(
  group: string,
  version: string,
  { resources }: APIResourceList,
): readonly DiscoveredResource[] {
  const parents = (resources ?? []).filter(({ name }) => !name.includes('/'))
  const subresources = groupBy(
    (resources ?? []).filter(({ name }) => name.includes('/')),
    ({ name }) => name.slice(0, name.indexOf('/')),
  )
  return parents.map(parent => ({
    group,
    version,
    plural: parent.name,
    kind: parent.kind,
    namespaced: parent.namespaced ?? false,
    // Servers before 1.5 and some aggregated servers leave it empty.
    singular: parent.singularName || parent.kind.toLowerCase(),
    verbs: parent.verbs ?? [],
    shortNames: parent.shortNames ?? [],
    categories: parent.categories ?? [],
    subresources: (subresources.get(parent.name) ?? []).map(({ name, kind, verbs }) => ({
      name: name.slice(parent.name.length + 1),
      kind,
      verbs: verbs ?? [],
    })),
  }))
}
