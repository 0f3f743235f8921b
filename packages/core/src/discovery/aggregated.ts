import type { DiscoveredGroup, DiscoveredResource, DiscoveredVersion } from './discovery.ts'

/**
 * Asks for the aggregated form and takes the older one: 85 bytes, for a page may send no Accept above 128 to another
 * origin. (v2beta1, which kubectl also asks for, would make it 159.)
 */
export const DISCOVERY_ACCEPT =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json'

const PARAMETERS = ['g=apidiscovery.k8s.io', 'v=v2', 'as=APIGroupDiscoveryList']

/** The content type alone says which form an answer has: an old server ignores what it does not know of an Accept. */
export function isAggregated(contentType: string | null): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map(part => part.trim())
  return type === 'application/json' && PARAMETERS.every(parameter => parameters.includes(parameter))
}

/** A list as Go writes it: null where there is none. */
export type GoList<T> = readonly T[] | null | undefined

/** apidiscovery.k8s.io/v2 APIGroupDiscoveryList. */
export interface APIGroupDiscoveryList {
  readonly items?: GoList<APIGroupDiscovery>
}

interface APIGroupDiscovery {
  readonly metadata?: { readonly name?: string }
  readonly versions?: GoList<APIVersionDiscovery>
}

interface APIVersionDiscovery {
  readonly version: string
  readonly freshness?: string
  readonly resources?: GoList<APIResourceDiscovery>
}

interface APIResourceDiscovery {
  readonly resource: string
  readonly responseKind?: { readonly kind?: string } | null
  readonly scope?: string
  readonly singularResource?: string
  readonly verbs?: GoList<string>
  readonly shortNames?: GoList<string>
  readonly categories?: GoList<string>
  readonly subresources?: GoList<APISubresourceDiscovery>
}

interface APISubresourceDiscovery {
  readonly subresource: string
  readonly responseKind?: { readonly kind?: string } | null
  readonly verbs?: GoList<string>
}

/** The groups of an aggregated answer, each with all its resources (KEP-3352). */
export const readAggregated = ({ items }: APIGroupDiscoveryList): readonly DiscoveredGroup[] =>
  (items ?? []).map(({ metadata, versions }) => {
    const name = metadata?.name ?? ''
    const read = (versions ?? []).map(version => readVersion(name, version))
    return { name, preferredVersion: read.find(({ stale }) => !stale)?.version, versions: read }
  })

const readVersion = (
  group: string,
  { version, freshness, resources }: APIVersionDiscovery,
): DiscoveredVersion => ({
  version,
  stale: freshness === 'Stale',
  resources: (resources ?? []).flatMap(resource => readResource(group, version, resource)),
})

/** None where the kind is missing: so says the server where a path has subresources only. */
function readResource(group: string, version: string, described: APIResourceDiscovery): DiscoveredResource[] {
  const kind = described.responseKind?.kind
  if (!kind) return []
  return [
    {
      group,
      version,
      plural: described.resource,
      kind,
      namespaced: described.scope === 'Namespaced',
      singular: described.singularResource || kind.toLowerCase(),
      verbs: described.verbs ?? [],
      shortNames: described.shortNames ?? [],
      categories: described.categories ?? [],
      subresources: (described.subresources ?? []).map(({ subresource, responseKind, verbs }) => ({
        name: subresource,
        kind: responseKind?.kind ?? '',
        verbs: verbs ?? [],
      })),
    },
  ]
}
