import { type DiscoveredGroup, type DiscoveredVersion, groupVersionOf } from '@kube-informer/core/discovery'

/** The groups of a discovery; group versions that have failed have the resources that were known before, if any. */
export function withLastKnown(
  groups: readonly DiscoveredGroup[],
  failures: ReadonlyMap<string, Error>,
  before: readonly DiscoveredGroup[],
): readonly DiscoveredGroup[] {
  if (failures.size === 0) return groups
  return groups.map(group => {
    const known = before.find(({ name }) => name === group.name)
    if (!known) return group
    const lost = known.versions.filter(({ version, resources }) => {
      const isFailed = failures.has(groupVersionOf(group.name, version))
      return isFailed && resources.length > 0 && isEmpty(group, version)
    })
    if (lost.length === 0) return group
    const isLost = ({ version }: DiscoveredVersion) => lost.some(each => each.version === version)
    const rest = group.versions.filter(version => !isLost(version))
    return { ...group, versions: [...rest, ...lost.map(version => ({ ...version, stale: true }))] }
  })
}

const isEmpty = ({ versions }: DiscoveredGroup, wanted: string): boolean =>
  !versions.some(({ version, resources }) => version === wanted && resources.length > 0)
