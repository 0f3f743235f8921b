import { pods } from '@kube-informer/core/resources'
import { expect, it } from 'vitest'
import { canonicalSubscription } from './canonical-subscription.ts'
import { type Subscription, subscriptionKey } from './subscription.ts'

const byIndex = (index: string, values: unknown): Subscription['slice'] => ({
  target: { type: 'index', index, ...(Array.isArray(values) ? { values } : { value: values as string }) },
})

it.each<[string, Partial<Subscription>, Partial<Subscription>]>([
  ['what is a default', { scope: { namespace: undefined }, slice: { target: { type: 'all' } } }, {}],
  ['empty members', { scope: {}, slice: {} }, {}],
  [
    'the order of members',
    { slice: { sort: { descending: true, by: 'a' } } },
    { slice: { sort: { by: 'a', descending: true } } },
  ],
  ['the namespace ""', { namespace: '' }, {}],
  ['a list of one', { namespace: ['a'] }, { namespace: 'a' }],
  ['the order of namespaces', { namespace: ['b', 'a', 'b'] }, { namespace: ['a', 'b'] }],
  ['the index of that name', { slice: byIndex('namespace', 'a') }, { namespace: 'a' }],
  ['several values of it', { slice: byIndex('namespace', ['b', 'a']) }, { namespace: ['a', 'b'] }],
  ['no value of it', { slice: byIndex('namespace', []) }, { namespace: [] }],
  ['the value "" of it', { slice: byIndex('namespace', '') }, {}],
  ['both', { namespace: ['a', 'b'], slice: byIndex('namespace', ['b', 'c']) }, { namespace: 'b' }],
  ['both, without a common one', { namespace: 'a', slice: byIndex('namespace', 'b') }, { namespace: [] }],
  [
    'several values of another index',
    { slice: byIndex('node', ['b', 'a', 'b']) },
    { slice: byIndex('node', ['a', 'b']) },
  ],
  ['one value of another index', { slice: byIndex('node', ['']) }, { slice: byIndex('node', '') }],
])('%s makes no difference', (_, given, expected) => {
  const written = canonicalSubscription({ resource: 'pods', ...given })
  expect(written).toEqual({ resource: 'pods', ...expected })
  expect(subscriptionKey({ resource: 'pods', ...given })).toBe(JSON.stringify(written))
})

it.each<Subscription>([
  { cluster: 'prod', resource: pods, namespace: 'a' },
  { resource: 'pods', namespace: 7 as never },
  { resource: 'pods', slice: { target: { type: 'index', index: 'namespace' } as never } },
  { resource: 'pods', slice: { filter: { predicate: { name: 'a', args: new Map() as never } } } },
  { resource: 'pods', scope: { namespace: '' } },
  { resource: 'pods', form: 'table', slice: { target: { type: 'key', key: 'a/b' }, window: { limit: 0 } } },
])('what has another meaning, or none, stays: %j', subscription => {
  expect(canonicalSubscription(subscription)).toEqual(subscription)
})
