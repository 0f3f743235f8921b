import type { ResourceDefinition } from '@kube-informer/core'
import type { DiscoveredGroup, DiscoveredResource } from '@kube-informer/core/discovery'

/** Every resource of the groups, in every version. */
const resourcesIn = (groups: readonly DiscoveredGroup[]): readonly DiscoveredResource[] =>
  groups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))

/** Whether a resource is served and can be watched. */
export const canWatch = (groups: readonly DiscoveredGroup[], wanted: ResourceDefinition): boolean =>
  resourcesIn(groups).some(
    ({ group, version, plural, verbs }) =>
      group === wanted.group &&
      version === wanted.version &&
      plural === wanted.plural &&
      verbs.includes('list') &&
      verbs.includes('watch'),
  )

/** The names that the CustomResourceDefinitions of these resources have: `plural.group`. */
export const definitionNames = (groups: readonly DiscoveredGroup[]): ReadonlySet<string> =>
  new Set(resourcesIn(groups).map(({ plural, group }) => `${plural}.${group}`))
