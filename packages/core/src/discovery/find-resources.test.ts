import { expect, test } from 'vitest'
import type { DiscoveredResource, Discovery } from './discovery.ts'
import {
  findByCategory,
  findByName,
  findByShortName,
  inOrderOfPreference,
  preferredResources,
} from './find-resources.ts'

/** `group/version/plural`, with a short name that is the first letter and a category that is the group. */
function resourceOf(path: string): DiscoveredResource {
  const [group = '', version = '', plural = ''] = path.split('/')
  return {
    ...{ group, version, plural, kind: plural, singular: plural.slice(0, -1), namespaced: true, verbs: [] },
    ...{ shortNames: [plural.slice(0, 1)], categories: ['all', group], subresources: [] },
  }
}

/** A discovery whose groups prefer the version that follows their name. */
function discoveryOf(
  groups: Readonly<Record<string, readonly [preferred: string, ...paths: string[]]>>,
): Discovery {
  return {
    groups: Object.entries(groups).map(([name, [preferredVersion, ...paths]]) => ({
      name,
      preferredVersion,
      versions: paths.map(path => {
        const resource = resourceOf(path)
        return { version: resource.version, stale: false, resources: [resource] }
      }),
    })),
    error: undefined,
  }
}

const namesOf = (resources: readonly DiscoveredResource[] | undefined) =>
  resources?.map(({ group, version, plural }) => `${group}/${version}/${plural}`)

const ALL = inOrderOfPreference(
  discoveryOf({
    'b.io': ['v2', 'b.io/v1/ants', 'b.io/v2/ants', 'b.io/v3/bees'],
    'a.io': ['v1', 'a.io/v2/ants', 'a.io/v1/bees', 'a.io/v1/ants'],
    '': ['v1', '/v1/cats', '/v0/ants'],
    'storage.k8s.io': ['v1', 'storage.k8s.io/v1/dogs'],
  }),
)

test('the core group comes first, groups in their order, and the preferred version before others', () => {
  expect(namesOf(ALL)).toEqual([
    '/v1/cats',
    '/v0/ants',
    'b.io/v2/ants',
    'b.io/v1/ants',
    'b.io/v3/bees',
    'a.io/v1/bees',
    'a.io/v1/ants',
    'a.io/v2/ants',
    'storage.k8s.io/v1/dogs',
  ])
})

test.each([
  [{ resource: 'bees' }, ['b.io/v3/bees', 'a.io/v1/bees']],
  [{ resource: 'BEE' }, ['b.io/v3/bees', 'a.io/v1/bees']],
  [{ resource: 'ants', group: 'a.io' }, ['a.io/v1/ants', 'a.io/v2/ants']],
  [{ resource: 'ants', version: 'v1' }, ['b.io/v1/ants', 'a.io/v1/ants']],
  [{ resource: 'dogs', group: 'stor' }, ['storage.k8s.io/v1/dogs']],
  [{ resource: 'dogs', group: 'stor', version: 'v1' }, undefined],
  [{ resource: 'dogs', group: 'torage' }, undefined],
  [{ resource: 'ants', group: 'a.io', version: 'v2' }, ['a.io/v2/ants']],
  [{ resource: 'ants', group: 'a.io', version: 'v9' }, undefined],
  [{ resource: 'ant s' }, undefined],
])('%j is named by %j', (wanted, found) => expect(namesOf(findByName(ALL, wanted))).toEqual(found))

test.each([
  [{ resource: 'a' }, ['/v0/ants']],
  [{ resource: 'A', group: 'b.io' }, ['b.io/v2/ants', 'b.io/v1/ants']],
  [{ resource: 'a', group: 'b.io', version: 'v1' }, ['b.io/v1/ants']],
  [{ resource: 'd', group: 'stor' }, ['storage.k8s.io/v1/dogs']],
  [{ resource: 'x' }, undefined],
])('%j is the short name of %j', (wanted, found) =>
  expect(namesOf(findByShortName(ALL, wanted))).toEqual(found),
)

test('a category has each resource once, in its first version', () => {
  expect(namesOf(findByCategory(ALL, 'a.io'))).toEqual(['a.io/v1/bees', 'a.io/v1/ants'])
  expect(findByCategory(ALL, 'none')).toEqual([])
})

test('the first version of each resource is preferred', () => {
  expect(namesOf(preferredResources(ALL))).toEqual([
    '/v1/cats',
    '/v0/ants',
    'b.io/v2/ants',
    'b.io/v3/bees',
    'a.io/v1/bees',
    'a.io/v1/ants',
    'storage.k8s.io/v1/dogs',
  ])
})
