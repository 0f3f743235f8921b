import type { DiscoveredResource } from '@kube-informer/core/discovery'
import { resourcesOf } from '@kube-informer/core/discovery'
import { builtInDiscovery } from '@kube-informer/core/resources'
import { RESOURCE_FACTS } from './data/resource-facts.ts'
import type { Subresource } from './subresource.ts'

/** A resource that is compiled into kube-apiserver, with all that its discovery tells of it. */
export interface BuiltInResource extends DiscoveredResource {
  readonly subresources: readonly Subresource[]
  /** Names the form in which objects are stored; absent where nothing is stored. */
  readonly storageVersionHash: string | undefined
}

/** All built-in resources: groups and versions in the order of a real server's discovery, preferred version first. */
export const builtInResources = (): readonly BuiltInResource[] => resourcesOf(builtInDiscovery).map(withFacts)

function withFacts(resource: DiscoveredResource): BuiltInResource {
  const { group, version, plural } = resource
  const facts = RESOURCE_FACTS[`${group}/${version}/${plural}`]
  const subresources = resource.subresources.map((subresource): Subresource => {
    const home = facts?.subresources?.[subresource.name]
    return home ? { ...subresource, group: home[0], version: home[1] } : subresource
  })
  return { ...resource, subresources, storageVersionHash: facts?.storageVersionHash }
}
