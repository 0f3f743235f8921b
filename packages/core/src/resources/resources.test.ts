import { expect, test } from 'vitest'
import { groupResource, type ResourceDefinition } from '../api/resource.ts'
import { resourcesOf } from '../discovery/discovery.ts'
import * as exported from './index.ts'

const { builtInDiscovery, ...constants } = exported
const table = resourcesOf(builtInDiscovery)
const definitions: readonly [string, ResourceDefinition][] = Object.entries(constants)

test('each resource of the table has a constant, and there are no other constants', () => {
  const ofTable = table.map(({ group, version, plural, kind, namespaced }) => ({
    group,
    version,
    plural,
    kind,
    namespaced,
  }))
  const key = (resource: ResourceDefinition) => `${groupResource(resource)}/${resource.version}`
  const sorted = (resources: readonly ResourceDefinition[]) =>
    resources.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  expect(sorted(definitions.map(([, definition]) => definition))).toEqual(sorted(ofTable))
})

test('a constant is named after its resource, with a suffix if needed to be distinct', () => {
  const others = definitions.filter(([name, { plural }]) => name.toLowerCase() !== plural)
  expect(others.map(([name, { group, version }]) => [name, group, version])).toEqual([
    ['horizontalPodAutoscalersV1', 'autoscaling', 'v1'],
    ['eventsEventsV1', 'events.k8s.io', 'v1'],
  ])
  expect(Object.keys(constants)).toEqual(
    expect.arrayContaining([
      'pods',
      'networkPolicies',
      'apiServices',
      'csiDrivers',
      'ipAddresses',
      'serviceCIDRs',
    ]),
  )
})

test('the table has all properties that a lookup needs', () => {
  expect(table.find(({ plural }) => plural === 'deployments')).toMatchObject({
    group: 'apps',
    singular: 'deployment',
    shortNames: ['deploy'],
    categories: ['all'],
    verbs: expect.arrayContaining(['list', 'watch']),
    subresources: [
      { name: 'scale', kind: 'Scale', verbs: ['get', 'patch', 'update'] },
      { name: 'status', kind: 'Deployment', verbs: ['get', 'patch', 'update'] },
    ],
  })
})
