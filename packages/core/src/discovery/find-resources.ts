import { type DiscoveredResource, type Discovery, resourcesOf } from './discovery.ts'
import type { PartialResource } from './match-errors.ts'

type Resources = readonly DiscoveredResource[]

/** All resources: the core group first, and the preferred version of each group first. */
export function inOrderOfPreference(discovery: Discovery): Resources {
  const preferred = new Map(discovery.groups.map(({ name, preferredVersion }) => [name, preferredVersion]))
  const groups = [...preferred.keys()].toSorted((a, b) => Number(b === '') - Number(a === ''))
  const rank = new Map(groups.map((name, index) => [name, index]))
  const rankOf = ({ group, version }: DiscoveredResource): number =>
    (rank.get(group) ?? 0) * 2 + (version === preferred.get(group) ? 0 : 1)
  return resourcesOf(discovery).toSorted((a, b) => rankOf(a) - rankOf(b))
}

const isSameGroupResource = (a: DiscoveredResource, b: DiscoveredResource): boolean =>
  a.group === b.group && a.plural === b.plural
/** Whether two resources have the same group and version. */
export const isSameVersion = (a: DiscoveredResource, b: DiscoveredResource): boolean =>
  a.group === b.group && a.version === b.version
/** Upstream also accepts a kind in lower case. */
export const isKind = (resource: DiscoveredResource, kind: string): boolean =>
  resource.kind === kind || resource.kind.toLowerCase() === kind

const orUndefined = (found: Resources): Resources | undefined => (found.length > 0 ? found : undefined)

/** The resources of the group; if there are none, those of groups whose name starts with it (`x.storage`). */
function inGroup(resources: Resources, group: string): Resources {
  if (group === '') return resources
  const exact = resources.filter(each => each.group === group)
  return exact.length > 0 ? exact : resources.filter(each => each.group.startsWith(group))
}

const inVersion = (resources: Resources, version: string): Resources =>
  version === '' ? resources : resources.filter(each => each.version === version)

/** The resources with this plural or singular; undefined if there are none. */
export function findByName(
  resources: Resources,
  { group = '', version = '', resource }: PartialResource,
): Resources | undefined {
  const name = resource.toLowerCase()
  const named = resources.filter(({ plural, singular }) => plural === name || singular === name)
  // With a version, the group must match exactly.
  const isExact = group !== '' && version !== ''
  const ofGroup = isExact ? named.filter(each => each.group === group) : inGroup(named, group)
  return orUndefined(inVersion(ofGroup, version))
}

/** A short name denotes the first group and plural that has it. Unlike upstream, the version is respected. */
export function findByShortName(
  resources: Resources,
  { group = '', version = '', resource }: PartialResource,
): Resources | undefined {
  const name = resource.toLowerCase()
  const [first] = inGroup(
    resources.filter(({ shortNames }) => shortNames.includes(name)),
    group,
  )
  if (!first) return undefined
  return orUndefined(
    inVersion(
      resources.filter(each => isSameGroupResource(each, first)),
      version,
    ),
  )
}

/** The resources of a category, each once, in its first version. */
export function findByCategory(resources: Resources, category: string): Resources {
  const members = resources.filter(({ categories }) => categories.includes(category))
  return members.filter(
    (each, index) => members.findIndex(other => isSameGroupResource(each, other)) === index,
  )
}

/** The first version of each resource, in the order of the list. */
export function preferredResources(resources: Resources): Resources {
  const seen = new Set<string>()
  return resources.filter(({ group, plural }) => {
    const name = `${plural}.${group}`
    return !seen.has(name) && seen.add(name)
  })
}
