import type { DiscoveredGroup, DiscoveredResource, DiscoveredVersion } from './discovery.ts'

/**
 * Prefers the aggregated form and accepts the older one. 85 bytes, since a page cannot send an Accept header above 128
 * bytes to another origin without a preflight. (With v2beta1, which kubectl also requests, it would have 159.)
 */
export const DISCOVERY_ACCEPT =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json'

const PARAMETERS = ['g=apidiscovery.k8s.io', 'v=v2', 'as=APIGroupDiscoveryList']

/** Only the content type identifies the form of a response: an old server ignores unknown parameters of an Accept. */
export function isAggregated(contentType: string | null): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map(part => part.trim())
  return type === 'application/json' && PARAMETERS.every(parameter => parameters.includes(parameter))
}

/** A list as encoded by Go, where an empty list may be null. */
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

/** The groups of an aggregated response, each with all its resources (KEP-3352). */
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

/** Empty if the kind is missing, which means that the path has only subresources. */
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
