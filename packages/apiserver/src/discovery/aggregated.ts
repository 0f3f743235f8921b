import type { Kind } from '../kinds/kind.ts'
import type { Subresource } from '../schema/subresource.ts'
import type { ServedGroup } from './groups.ts'

/** All resources of the groups in one response (apidiscovery.k8s.io/v2 APIGroupDiscoveryList). */
export const apiGroupDiscoveryList = (groups: readonly ServedGroup[]): object => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  metadata: {},
  items: groups.map(({ name, versions }) => ({
    metadata: name ? { name } : {},
    versions: versions.map(({ version, kinds }) => ({
      version,
      resources: kinds.map(describeKind),
      freshness: 'Current',
    })),
  })),
})

const describeKind = (kind: Kind): object => ({
  resource: kind.resource.plural,
  responseKind: responseKind(kind, kind.resource.kind),
  scope: kind.resource.namespaced ? 'Namespaced' : 'Cluster',
  singularResource: kind.singular,
  verbs: kind.verbs,
  ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
  ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
  ...(kind.subresources.length > 0 ? { subresources: kind.subresources.map(describeWithin(kind)) } : {}),
})

const describeWithin =
  (parent: Kind) =>
  ({ name, kind, group, version, verbs }: Subresource): object => ({
    subresource: name,
    responseKind: version ? { group: group ?? '', version, kind } : responseKind(parent, kind),
    verbs,
  })

/** Built-in groups omit what the enclosing object already names. */
const responseKind = ({ isBuiltIn, resource: { group, version } }: Kind, kind: string): object =>
  isBuiltIn ? { group: '', version: '', kind } : { group, version, kind }
