import { defineResource } from '@kube-informer/core'
import { expect, it, test } from 'vitest'
import type { InformerDefinition, WatchScope } from '../../api/definition.ts'
import type { Scope, SliceTarget } from '../../api/subscription.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { planSlice } from './plan-slice.ts'

const resource = defineResource({
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
})
const nodes = defineResource({ group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false })

const plan = (
  { target, scope = {}, ...rest }: Partial<InformerDefinition> & { target?: SliceTarget; scope?: Scope },
  watchScope?: WatchScope,
) => planSlice(compileDefinition({ resource, ...rest, ...(watchScope && { watchScope }) }), { scope, target })

const inNamespace = (value: string): SliceTarget => ({ type: 'index', index: 'namespace', value })
const inNamespaces = (...values: string[]): SliceTarget => ({ type: 'index', index: 'namespace', values })
const ofKey = (key: string): SliceTarget => ({ type: 'key', key })

it.each([
  ['everything', {}, { type: 'everywhere', scope: {} }],
  [
    'one namespace',
    { target: inNamespace('web') },
    { type: 'informer', scope: { namespace: 'web' }, wider: {} },
  ],
  [
    'one of several values, given twice',
    { target: inNamespaces('web', 'web') },
    { type: 'informer', scope: { namespace: 'web' }, wider: {} },
  ],
  [
    'several namespaces',
    { target: inNamespaces('web', 'db'), scope: { labelSelector: 'x' } },
    { type: 'parts', scope: { labelSelector: 'x' }, namespaces: ['web', 'db'] },
  ],
  ['no namespace', { target: inNamespaces() }, { type: 'parts', scope: {}, namespaces: [] }],
  [
    'one object',
    { target: ofKey('web/a.b') },
    {
      type: 'informer',
      scope: { namespace: 'web', fieldSelector: 'metadata.name=a.b' },
      wider: { namespace: 'web' },
    },
  ],
  [
    'one object whose name a selector has to escape',
    { target: ofKey('web/a,b=c') },
    {
      type: 'informer',
      scope: { namespace: 'web', fieldSelector: 'metadata.name=a\\,b\\=c' },
      wider: { namespace: 'web' },
    },
  ],
  [
    'one object, with selectors',
    { target: ofKey('web/a'), scope: { labelSelector: 'x', fieldSelector: 'type=Opaque' } },
    {
      type: 'informer',
      scope: { namespace: 'web', labelSelector: 'x', fieldSelector: 'type=Opaque,metadata.name=a' },
      wider: { namespace: 'web', labelSelector: 'x', fieldSelector: 'type=Opaque' },
    },
  ],
  [
    'another index',
    { target: { type: 'index', index: 'type', value: 'Opaque' } },
    { type: 'everywhere', scope: {} },
  ],
  [
    "an index of the definition's own named namespace",
    { target: inNamespace('web'), indexers: { namespace: () => [] } },
    { type: 'everywhere', scope: {} },
  ],
  [
    'the selectors of everything',
    { scope: { labelSelector: 'x' } },
    { type: 'everywhere', scope: { labelSelector: 'x' } },
  ],
  [
    'a literal namespace, whatever the target is',
    { target: ofKey('web/a'), scope: { namespace: 'web' } },
    { type: 'informer', scope: { namespace: 'web' } },
  ],
  [
    'a literal request for all namespaces',
    { target: inNamespace('web'), scope: { namespace: '' } },
    { type: 'informer', scope: {} },
  ],
  ['a cluster-scoped resource', { resource: nodes }, { type: 'informer', scope: {} }],
  [
    'a cluster-scoped object',
    { resource: nodes, target: ofKey('n1') },
    { type: 'informer', scope: { fieldSelector: 'metadata.name=n1' }, wider: {} },
  ],
] satisfies [string, Parameters<typeof plan>[0], object][])('auto: %s', (_, given, expected) => {
  expect(JSON.parse(JSON.stringify(plan(given)))).toEqual(expected)
})

it.each([
  ['cluster', { target: inNamespace('web') }, { type: 'informer', scope: {} }],
  ['cluster', { target: inNamespaces('web', 'db') }, { type: 'informer', scope: {} }],
  ['cluster', { target: ofKey('web/a') }, { type: 'informer', scope: {} }],
  ['namespace', {}, { type: 'namespaces', scope: {} }],
  ['namespace', { target: inNamespace('web') }, { type: 'informer', scope: { namespace: 'web' }, wider: {} }],
  [
    { namespaces: ['b', 'a'] },
    { target: inNamespaces('a', 'c') },
    { type: 'parts', scope: {}, namespaces: ['a', 'c'] },
  ],
  [{ namespaces: ['b', 'a'] }, {}, { type: 'namespaces', scope: {}, namespaces: ['b', 'a'] }],
] satisfies [WatchScope, Parameters<typeof plan>[0], object][])('%j: %j', (watchScope, given, expected) => {
  expect(JSON.parse(JSON.stringify(plan(given, watchScope)))).toEqual(expected)
})

test.each<[string, SliceTarget, string]>([
  ['a key without a namespace', ofKey('a'), 'the key of a namespaced object is "namespace/name", not "a"'],
  ['an empty namespace', inNamespace(''), '"" is not the name of a namespace'],
  ['a namespace that leads to another path', inNamespace('..'), '".." is not the name of a namespace'],
  [
    'one of several that leads to another path',
    inNamespaces('web', '..'),
    '".." is not the name of a namespace',
  ],
  [
    'a value that is no text',
    { type: 'index', index: 'namespace', values: [5 as never] },
    'a target of the index "namespace" needs a text, or a list of texts',
  ],
  ['a key that leads to another path', ofKey('../pods'), '".." is not the name of a namespace'],
])('%s is an error, and nothing is requested', (_, target, message) => {
  expect(() => plan({ target })).toThrow(message)
})
