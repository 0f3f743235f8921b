import type { DiscoveredResource } from '@kube-informer/core/discovery'
import { resourcesOf } from '@kube-informer/core/discovery'
import { builtInDiscovery } from '@kube-informer/core/resources'
import { RESOURCE_FACTS } from './data/resource-facts.ts'
import type { Subresource } from './subresource.ts'

/** A built-in resource of kube-apiserver with its discovery data. */
export interface BuiltInResource extends DiscoveredResource {
  readonly subresources: readonly Subresource[]
  /** Identifies the storage form in discovery; absent if nothing is stored. */
  readonly storageVersionHash: string | undefined
}

/** All built-in resources in a real server's discovery order, each group's preferred version first. */
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
