import { defineResource } from '@kube-informer/core'
import { deployments, events, namespaces, nodes, pods, secrets } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import type { RelatedRequest } from '../../wire/related.ts'
import { planRelated } from './related-plan.ts'

const definitions = defineInformers({
  deployments: { resource: deployments },
  pods: { resource: pods },
  nodes: { resource: nodes },
  namespaces: { resource: namespaces },
  own: {
    resource: defineResource({ group: 'x.y', version: 'v1', plural: 'owns', kind: 'Own', namespaced: true }),
  },
  events: { resource: events },
  others: {
    resource: defineResource({
      ...{ group: 'events.k8s.io', version: 'v1', plural: 'events', kind: 'Event', namespaced: true },
    }),
  },
})
const ROOT = { resource: 'pods', namespace: 'a', name: 'b' }
const plan = (request: Partial<RelatedRequest>) => planRelated({ root: ROOT, ...request }, definitions)
const messageOf = (request: Partial<RelatedRequest>): string => {
  try {
    plan(request)
    return 'valid'
  } catch (error) {
    return (error as Error).message
  }
}

describe('the root of a tree', () => {
  test.each<[string, RelatedRequest['root'], string]>([
    ['without a name', { resource: 'pods', namespace: 'a', name: '' }, 'an object of pods must be named'],
    ['without a namespace', { resource: 'pods', name: 'b' }, 'an object of pods must be named'],
    ['in a namespace', { resource: 'nodes', namespace: 'a', name: 'b' }, 'an object of nodes must be named'],
    ['of another cluster', { resource: 'nodes', name: 'b', cluster: 'c' }, 'must be named without a cluster'],
    [
      'of an unknown kind',
      { apiVersion: 'v1', kind: 'Other', namespace: 'a', name: 'b' },
      'no resource of the definition has kind "Other" and apiVersion "v1"',
    ],
    [
      'of a known kind in another version',
      { apiVersion: 'v2', kind: 'Pod', namespace: 'a', name: 'b' },
      'no resource of the definition has kind "Pod" and apiVersion "v2"',
    ],
  ])('%s is not valid', (_, root, message) => {
    expect(messageOf({ root })).toContain(message)
  })

  test.each<[RelatedRequest['root'], string, string]>([
    [ROOT, 'pods', 'a/b'],
    [{ apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'b' }, 'pods', 'a/b'],
    [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'a', name: 'b' }, 'deployments', 'a/b'],
    [{ resource: deployments, namespace: 'a', name: 'b' }, 'deployments', 'a/b'],
    [{ resource: 'nodes', name: 'b' }, 'nodes', 'b'],
    [{ resource: secrets, namespace: 'a', name: 'b' }, 'secrets', 'a/b'],
  ])('%o', (root, resource, key) => {
    expect(plan({ root }).root).toEqual({ resource, key })
  })
})

describe('what a tree reads', () => {
  const subscriptions = (request: Partial<RelatedRequest>) =>
    Object.fromEntries(
      plan(request).sources.map(({ resource, subscription }) => [resource.name, subscription]),
    )
  test('of a namespaced root is in its namespace', () => {
    expect(subscriptions({})).toEqual({
      deployments: { resource: 'deployments', namespace: 'a' },
      pods: { resource: 'pods', namespace: 'a' },
      own: { resource: 'own', namespace: 'a' },
      events: { resource: 'events', namespace: 'a' },
    })
  })

  test('includes the metadata of what is between the root and what it shows', () => {
    const { sources } = plan({ root: { resource: 'deployments', namespace: 'a', name: 'b' } })
    expect(sources.filter(({ metadataOnly }) => metadataOnly)).toMatchObject([
      { resource: { name: 'apps/v1/replicasets', isEvents: false }, subscription: { namespace: 'a' } },
    ])
  })

  test('of a cluster-scoped root is everywhere', () => {
    const { nodes: ofNodes, pods: ofPods, own } = subscriptions({ root: { resource: 'nodes', name: 'n' } })
    expect([ofNodes, ofPods, own]).toEqual([{ resource: 'nodes' }, { resource: 'pods' }, { resource: 'own' }])
  })

  test('includes one version of the Events, unless the request excludes them', () => {
    const names = (request: Partial<RelatedRequest>) => Object.keys(subscriptions(request))
    expect(names({}).filter(name => ['events', 'others'].includes(name))).toEqual(['events'])
    expect(names({ events: false })).not.toContain('events')
    expect(plan({}).sources.filter(({ resource }) => resource.isEvents)).toHaveLength(1)
  })

  test('is numbered in its order', () => {
    const { sources } = plan({})
    expect(sources.map(({ resource }) => resource.rank)).toEqual(sources.map((_, index) => index))
  })

  test('is what the request names, and the root', () => {
    expect(Object.keys(subscriptions({ resources: ['own'], events: false }))).toEqual(['own', 'pods'])
    expect(subscriptions({ resources: ['own'], events: false }).pods).toEqual({
      resource: 'pods',
      slice: { target: { type: 'key', key: 'a/b' } },
    })
  })

  test.each([
    [['other'], 'resources: there is no resource "other"; the definition has: deployments, pods, '],
    [[1], 'resources: there is no resource 1; the definition has: '],
    ['pods', 'resources is not a list of names'],
  ])('cannot be %j', (resources, message) => {
    expect(messageOf({ resources: resources as readonly string[] })).toContain(message)
  })
})

describe.each([
  ['depth', 5, 32],
  ['limit', 100, 1000],
] as const)('the %s of a tree', (name, fallback, most) => {
  test.each([
    [undefined, fallback],
    [0, 0],
    [1, 1],
    [most, most],
  ])('%j is %i', (value, expected) => {
    expect(plan({ [name]: value })[name]).toBe(expected)
  })

  test.each([-1, most + 1, 1.5, '3', null, Number.NaN])('cannot be %j', value => {
    expect(messageOf({ [name]: value as number })).toBe(
      `${name} is an integer from 0 to ${most}, not ${JSON.stringify(value)}`,
    )
  })
})
