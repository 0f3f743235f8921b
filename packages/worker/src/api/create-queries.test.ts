import { nodes, pods } from '@kube-informer/core/resources'
import { expect, it, test } from 'vitest'
import { createQueries } from './create-queries.ts'
import { defineInformers } from './definition.ts'
import { informer } from './informer.ts'
import { subscriptionKey } from './subscription.ts'

const { all, byIndex, byKey, indexValues, table } = createQueries(
  defineInformers({ pods: informer(pods, { indexers: { node: () => [] } }), nodes: { resource: nodes } }),
)
const web = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'default', name: 'web-0', uid: 'u' } }

it.each([
  ['all', all('pods'), { resource: 'pods' }],
  ['all of a namespace', all('pods', { namespace: ['a'] }), { resource: 'pods', namespace: 'a' }],
  [
    'a resource that is not defined',
    all(pods, { cluster: 'prod', scope: { labelSelector: { app: 'web' } } }),
    { cluster: 'prod', resource: { ...pods }, scope: { labelSelector: { app: 'web' } } },
  ],
  [
    'an index',
    byIndex('pods', 'node', ['n1'], { window: { limit: 5 }, groupBy: undefined }),
    {
      resource: 'pods',
      slice: { target: { type: 'index', index: 'node', value: 'n1' }, window: { limit: 5 } },
    },
  ],
  [
    'the index namespace',
    byIndex('pods', 'namespace', ['b', 'a'], { namespace: ['a', 'c'] }),
    { resource: 'pods', namespace: 'a' },
  ],
  [
    'an index in an empty list of namespaces',
    byIndex('pods', 'node', 'n1', { namespace: [] }),
    { resource: 'pods', namespace: [], slice: { target: { type: 'index', index: 'node', value: 'n1' } } },
  ],
  [
    'a cluster-scoped object',
    byKey('nodes', { name: 'n1' }),
    { resource: 'nodes', slice: { target: { type: 'key', key: 'n1' } } },
  ],
  [
    'the values of an index',
    indexValues('pods', 'namespace', { filter: { text: 'a' }, includeEmpty: true }),
    {
      resource: 'pods',
      slice: {
        filter: { text: 'a' },
        groupBy: 'namespace',
        groupEmpty: true,
        groupFiltered: true,
        window: { offset: 0, limit: 0 },
      },
    },
  ],
  [
    'a table',
    table('pods', { namespace: 'a', sort: { by: 'cells[1]' } }),
    { resource: 'pods', form: 'table', namespace: 'a', slice: { sort: { by: 'cells[1]' } } },
  ],
])('a query of %s is plain, frozen and canonical', (_, query, expected) => {
  expect(query).toEqual(expected)
  expect(JSON.stringify(query)).toBe(subscriptionKey(query))
  expect(JSON.parse(JSON.stringify(query))).toEqual(query)
  const parts = [query, query.slice, query.slice?.target, query.namespace, query.scope?.labelSelector]
  expect(parts.every(part => Object.isFrozen(part))).toBe(true)
})

test('an object is named by its key, by its place and by itself', () => {
  const keys = ['default/web-0', { namespace: 'default', name: 'web-0' }, web].map(object =>
    subscriptionKey(byKey('pods', object)),
  )
  expect(new Set(keys).size).toBe(1)
})

test('what is given stays as it is', () => {
  const filter = { where: { path: 'spec.nodeName', in: ['b', 'a'] } } as const
  const query = all('pods', { filter })
  expect([Object.isFrozen(filter), Object.isFrozen(pods)]).toEqual([false, Object.isFrozen(pods)])
  expect(query.slice?.filter).toEqual(filter)
})

test('the cluster is a part of the key', () => {
  expect(subscriptionKey(all('pods', { cluster: 'a' }))).not.toBe(subscriptionKey(all('pods')))
})
