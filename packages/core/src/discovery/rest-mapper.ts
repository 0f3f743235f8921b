import type { DiscoveredResource, Discovery } from './discovery.ts'
import {
  findByCategory,
  findByName,
  findByShortName,
  inOrderOfPreference,
  isKind,
  isSameVersion,
} from './find-resources.ts'
import {
  AmbiguousResourceError,
  type GroupKind,
  type GroupVersionKind,
  NoKindMatchError,
  NoMatchError,
  NoResourceMatchError,
  NoResourceTypeError,
  type PartialResource,
} from './match-errors.ts'

/**
 * Finds resources by their names and kinds. Several matches are ordered as by the server: the core group, then the groups
 * in discovery order, each with its preferred version first (client-go `restmapper.NewDiscoveryRESTMapper` with
 * `NewShortcutExpander`).
 */
export interface RESTMapper {
  /**
   * The resource with this plural, singular or short name. Throws a NoResourceMatchError if nothing matches, an
   * AmbiguousResourceError if the order does not decide.
   */
  resourceFor(resource: PartialResource): DiscoveredResource
  /** All matches, the preferred version first. Throws a NoResourceMatchError if there are none. */
  resourcesFor(resource: PartialResource): readonly DiscoveredResource[]
  /** The kind of {@link RESTMapper.resourceFor}. */
  kindFor(resource: PartialResource): GroupVersionKind
  /**
   * The resource of a kind: in the first of the versions that has it, or by default in the preferred one. Throws a
   * NoKindMatchError.
   *
   * @example mapper.restMapping({ group: 'apps', kind: 'Deployment' })
   */
  restMapping(groupKind: GroupKind, ...versions: readonly string[]): DiscoveredResource
  /**
   * Resolves a resource argument of kubectl: `po`, `pods`, `deploy.apps`, `deployments.v1.apps`, `Deployment`,
   * `Deployment.v1.apps`. Throws a NoMatchError with kubectl's text.
   */
  mappingFor(resourceOrKind: string): DiscoveredResource
  /** The resources of a category such as `all`, each in its preferred version; none if the category is unknown. */
  expandCategory(category: string): readonly DiscoveredResource[]
}

/**
 * Creates a RESTMapper for a discovery. It sends no requests. Stale groups are omitted.
 *
 * @example
 * const mapper = createRESTMapper(await discover(client))
 * const informer = createListWatch(client, mapper.mappingFor('deploy'))
 */
export function createRESTMapper(discovery: Discovery): RESTMapper {
  const resources = inOrderOfPreference(discovery)
  const mapper: RESTMapper = {
    resourcesFor: wanted => {
      const found = findByName(resources, wanted) ?? findByShortName(resources, wanted)
      if (found) return found
      throw new NoResourceMatchError(wanted)
    },
    resourceFor: wanted => firstOf(mapper.resourcesFor(wanted), wanted),
    kindFor: wanted => {
      const { group, version, kind } = mapper.resourceFor(wanted)
      return { group, version, kind }
    },
    restMapping: (groupKind, ...versions) => {
      const ofKind = resources.filter(each => each.group === groupKind.group && isKind(each, groupKind.kind))
      const named = versions.filter(version => version !== '')
      const inNamed = named.flatMap(version => ofKind.find(each => each.version === version) ?? [])
      const [found] = named.length === 0 ? ofKind : inNamed
      if (found) return found
      throw new NoKindMatchError(groupKind, versions)
    },
    mappingFor: word => lookUpWord(mapper, word),
    expandCategory: category => findByCategory(resources, category),
  }
  return mapper
}

/** The first match, unless others of the same version also match. */
function firstOf(found: readonly DiscoveredResource[], wanted: PartialResource): DiscoveredResource {
  const rivals = found.filter((each, _, [first]) => first && isSameVersion(each, first))
  const [first, ...others] = rivals
  if (first && others.length === 0) return first
  throw new AmbiguousResourceError(
    wanted,
    rivals.map(({ group, version, plural }) => ({ group, version, resource: plural })),
  )
}

/** As in kubectl: first tries the word as a resource, then as a kind. */
function lookUpWord(mapper: RESTMapper, word: string): DiscoveredResource {
  const asResource = ({ name, ...place }: Reading) => mapper.resourceFor({ ...place, resource: name })
  const asKind = ({ name, group, version }: Reading) => mapper.restMapping({ group, kind: name }, version)
  for (const look of [asResource, asKind]) {
    for (const reading of readingsOf(word)) {
      const found = unlessMissing(() => look(reading))
      if (found) return found
    }
  }
  throw new NoResourceTypeError(word.split('.', 1).join())
}

interface Reading {
  readonly name: string
  readonly group: string
  readonly version: string
}

/** `a.b.c` is the name a, in the version b of the group c or in the group b.c (apimachinery `schema.ParseResourceArg`). */
function readingsOf(word: string): readonly Reading[] {
  const [name = '', first, ...rest] = word.split('.')
  const group = [first ?? '', ...rest].join('.')
  const plain = { name, group, version: '' }
  return first === undefined || rest.length === 0
    ? [plain]
    : [{ name, group: rest.join('.'), version: first }, plain]
}

function unlessMissing<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (error instanceof NoMatchError) return undefined
    throw error
  }
}
