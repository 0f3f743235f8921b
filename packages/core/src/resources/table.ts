import type { DiscoveredGroup, DiscoveredResource, Discovery } from '../discovery/discovery.ts'

/** A group of the table of built-in resources, its preferred version first. */
export interface GroupTable {
  readonly name: string
  readonly versions: readonly { readonly version: string; readonly resources: readonly ResourceRow[] }[]
}

/** A resource, without what goes without saying. */
interface ResourceRow {
  readonly plural: string
  readonly kind: string
  /** @default the kind in lower case */
  readonly singular?: string
  /** @default true */
  readonly namespaced?: boolean
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** By name: the kind, then the verbs. */
  readonly subresources?: Readonly<Record<string, readonly string[]>>
}

/** The table as a discovery would have told it. */
export const expandTable = (groups: readonly GroupTable[]): Discovery => ({
  groups: groups.map(
    ({ name, versions }): DiscoveredGroup => ({
      name,
      preferredVersion: versions[0]?.version,
      versions: versions.map(({ version, resources }) => ({
        version,
        stale: false,
        resources: resources.map(row => expandRow(name, version, row)),
      })),
    }),
  ),
  error: undefined,
})

const expandRow = (group: string, version: string, row: ResourceRow): DiscoveredResource => ({
  group,
  version,
  plural: row.plural,
  kind: row.kind,
  namespaced: row.namespaced ?? true,
  singular: row.singular ?? row.kind.toLowerCase(),
  verbs: row.verbs,
  shortNames: row.shortNames ?? [],
  categories: row.categories ?? [],
  subresources: Object.entries(row.subresources ?? {}).map(([name, [kind = '', ...verbs]]) => ({
    name,
    kind,
    verbs,
  })),
})
