import { describe, expect, test } from 'vitest'
import { builtInDiscovery } from '../resources/built-in-discovery.ts'
import type { DiscoveredResource, Discovery } from './discovery.ts'
import {
  AmbiguousResourceError,
  NoKindMatchError,
  NoMatchError,
  NoResourceMatchError,
  type PartialResource,
} from './match-errors.ts'
import { createRESTMapper } from './rest-mapper.ts'

const mapper = createRESTMapper(builtInDiscovery)
const nameOf = ({ group, version, plural }: DiscoveredResource) => `${group}/${version}/${plural}`

/** A discovery with one line per resource: `group/version/plural/Kind`, then the short names. */
function discoveryOf(...lines: readonly string[]): Discovery {
  const resources = lines.map((line): DiscoveredResource => {
    const [path = '', ...shortNames] = line.split(' ')
    const [group = '', version = '', plural = '', kind = ''] = path.split('/')
    const names = { group, version, plural, kind, singular: kind.toLowerCase(), shortNames }
    return { ...names, namespaced: true, verbs: ['list'], categories: ['all'], subresources: [] }
  })
  const groups = [...Map.groupBy(resources, ({ group }) => group)].map(([name, members]) => {
    const versions = [...Map.groupBy(members, ({ version }) => version)].map(([version, resources]) => ({
      version,
      stale: false,
      resources,
    }))
    return { name, preferredVersion: versions[0]?.version, versions }
  })
  return { groups, error: undefined }
}

describe('a lookup by resource, with the resources of a plain kube-apiserver', () => {
  test.each<[string, PartialResource, string]>([
    ['a plural', { resource: 'pods' }, '/v1/pods'],
    ['a singular', { resource: 'ingress' }, 'networking.k8s.io/v1/ingresses'],
    ['a short name', { resource: 'deploy' }, 'apps/v1/deployments'],
    ['capitals', { resource: 'Pods' }, '/v1/pods'],
    ['the core group before others', { resource: 'events' }, '/v1/events'],
    ['a group', { group: 'events.k8s.io', resource: 'events' }, 'events.k8s.io/v1/events'],
    [
      'the beginning of a group',
      { group: 'storage', resource: 'storageclass' },
      'storage.k8s.io/v1/storageclasses',
    ],
    [
      'a short name and the beginning of a group',
      { group: 'autoscal', resource: 'hpa' },
      'autoscaling/v2/horizontalpodautoscalers',
    ],
    ['the preferred version', { resource: 'hpa' }, 'autoscaling/v2/horizontalpodautoscalers'],
    ['a version', { version: 'v1', resource: 'hpa' }, 'autoscaling/v1/horizontalpodautoscalers'],
    ['a short name of two groups', { resource: 'ev' }, '/v1/events'],
  ])('%s', (_, wanted, found) => {
    expect(nameOf(mapper.resourceFor(wanted))).toBe(found)
  })

  test('returns all matches, the preferred version first', () => {
    expect(mapper.resourcesFor({ resource: 'hpa' }).map(nameOf)).toEqual([
      'autoscaling/v2/horizontalpodautoscalers',
      'autoscaling/v1/horizontalpodautoscalers',
    ])
  })

  test('a kind is returned with its group and version', () => {
    expect(mapper.kindFor({ resource: 'sts' })).toEqual({ group: 'apps', version: 'v1', kind: 'StatefulSet' })
  })

  test.each<[PartialResource, string]>([
    [{ resource: 'nosuch' }, 'no matches for /, Resource=nosuch'],
    [{ group: 'apps', version: 'v1', resource: 'pods' }, 'no matches for apps/v1, Resource=pods'],
    [{ group: 'apps', version: 'v9', resource: 'deploy' }, 'no matches for apps/v9, Resource=deploy'],
    [{ group: 'storage', version: 'v1', resource: 'csinode' }, 'no matches for storage/v1, Resource=csinode'],
  ])('%j is in no match, in the words of upstream', (wanted, message) => {
    expect(() => mapper.resourceFor(wanted)).toThrow(new NoResourceMatchError(wanted))
    expect(() => mapper.resourceFor(wanted)).toThrow(message)
  })
})

describe('a lookup by kind', () => {
  test('returns the preferred version, or the first of the requested ones', () => {
    const hpa = { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' }
    expect(mapper.restMapping(hpa).version).toBe('v2')
    expect(mapper.restMapping(hpa, 'v9', 'v1', 'v2').version).toBe('v1')
    expect(mapper.restMapping({ group: '', kind: 'Event' }).group).toBe('')
    expect(mapper.restMapping({ group: 'apps', kind: 'deployment' }).plural).toBe('deployments')
  })

  test.each<[readonly string[], string]>([
    [[], 'no matches for kind "Nosuch" in group "apps"'],
    [['v1'], 'no matches for kind "Nosuch" in version "apps/v1"'],
    [['v2', 'v1', 'v2'], 'no matches for kind "Nosuch" in versions ["apps/v1" "apps/v2"]'],
  ])('a kind that is not in versions %j is an error in the words of upstream', (versions, message) => {
    const look = () => mapper.restMapping({ group: 'apps', kind: 'Nosuch' }, ...versions)
    expect(look).toThrow(NoKindMatchError)
    expect(look).toThrow(message)
  })
})

describe("a lookup by kubectl's resource arguments", () => {
  test.each([
    ['po', '/v1/pods'],
    ['Pod', '/v1/pods'],
    ['deployments.apps', 'apps/v1/deployments'],
    ['deploy.apps', 'apps/v1/deployments'],
    ['deployments.v1.apps', 'apps/v1/deployments'],
    ['Deployment.v1.apps', 'apps/v1/deployments'],
    ['events.events.k8s.io', 'events.k8s.io/v1/events'],
    ['events.v1.events.k8s.io', 'events.k8s.io/v1/events'],
    ['hpa.v1.autoscaling', 'autoscaling/v1/horizontalpodautoscalers'],
    ['pods.v1.', '/v1/pods'],
  ])('%s', (word, found) => {
    expect(nameOf(mapper.mappingFor(word))).toBe(found)
  })

  test.each(['nosuch', 'nosuch.v1.apps', ''])('%j matches nothing', word => {
    expect(() => mapper.mappingFor(word)).toThrow(NoMatchError)
    expect(() => mapper.mappingFor(word)).toThrow(
      `the server doesn't have a resource type ${JSON.stringify(word.split('.')[0])}`,
    )
  })

  test('a category is expanded, each resource once', () => {
    expect(mapper.expandCategory('all').map(nameOf).toSorted()).toEqual([
      '/v1/pods',
      '/v1/replicationcontrollers',
      '/v1/services',
      'apps/v1/daemonsets',
      'apps/v1/deployments',
      'apps/v1/replicasets',
      'apps/v1/statefulsets',
      'autoscaling/v2/horizontalpodautoscalers',
      'batch/v1/cronjobs',
      'batch/v1/jobs',
    ])
    expect(mapper.expandCategory('nosuch')).toEqual([])
  })
})

describe('several matches', () => {
  test('the core group comes first, then the groups in discovery order', () => {
    const discovery = discoveryOf('b.io/v1/things/Thing', 'a.io/v1/things/Thing', '/v1/things/Thing')
    expect(createRESTMapper(discovery).resourcesFor({ resource: 'thing' }).map(nameOf)).toEqual([
      '/v1/things',
      'b.io/v1/things',
      'a.io/v1/things',
    ])
  })

  test('an exact group name takes precedence over a prefix', () => {
    const discovery = discoveryOf('x.more/v1/things/Thing', 'x/v1/things/Thing')
    expect(createRESTMapper(discovery).resourceFor({ group: 'x', resource: 'things' }).group).toBe('x')
  })

  test('a full name takes precedence over a short one', () => {
    const discovery = discoveryOf('a.io/v1/longs/Long t', 'b.io/v1/t/T')
    expect(createRESTMapper(discovery).resourceFor({ resource: 't' }).group).toBe('b.io')
  })

  test('two matches of one version are ambiguous, and the error lists them', () => {
    const ambiguous = createRESTMapper(discoveryOf('a.io/v1/things/Thing', 'a.io/v1/thing/Other'))
    const look = () => ambiguous.resourceFor({ resource: 'thing' })
    expect(look).toThrow(AmbiguousResourceError)
    expect(look).toThrow(
      '/, Resource=thing matches multiple resources [a.io/v1, Resource=things a.io/v1, Resource=thing]',
    )
    expect(() => ambiguous.mappingFor('thing')).toThrow(AmbiguousResourceError)
  })

  test('a stale resource is not found', () => {
    const [group] = discoveryOf('a.io/v1/things/Thing').groups
    if (!group) throw new Error('no group')
    const versions = group.versions.map(version => ({ ...version, stale: true }))
    const stale = createRESTMapper({ groups: [{ ...group, versions }], error: undefined })
    expect(() => stale.mappingFor('things')).toThrow(NoMatchError)
  })
})
