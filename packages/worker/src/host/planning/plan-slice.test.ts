import { defineResource } from '@kube-informer/core'
import { expect, it, test } from 'vitest'
import type { InformerDefinition, WatchScope } from '../../api/definition.ts'
import type { Scope, SliceTarget } from '../../api/subscription.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { narrowSlice } from './narrow-slice.ts'
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
  {
    target,
    namespace,
    scope = {},
    ...rest
  }: Partial<InformerDefinition> & { target?: SliceTarget; namespace?: string | string[]; scope?: Scope },
  watchScope?: WatchScope,
) => {
  const definition = compileDefinition({ resource, ...rest, ...(watchScope && { watchScope }) })
  return planSlice(definition, { scope, ...narrowSlice({ namespace, slice: { target } }, definition) })
}

const inNamespace = (value: string): SliceTarget => ({ type: 'index', index: 'namespace', value })
const inNamespaces = (...values: string[]): SliceTarget => ({ type: 'index', index: 'namespace', values })
const ofType = (value: string): SliceTarget => ({ type: 'index', index: 'type', value })
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
    'the option namespace',
    { namespace: 'web' },
    { type: 'informer', scope: { namespace: 'web' }, wider: {} },
  ],
  ['the option namespace as ""', { namespace: '' }, { type: 'everywhere', scope: {} }],
  [
    'the option namespace as a list',
    { namespace: ['web', 'db', 'web'] },
    { type: 'parts', scope: {}, namespaces: ['web', 'db'] },
  ],
  ['the option namespace as an empty list', { namespace: [] }, { type: 'parts', scope: {}, namespaces: [] }],
  [
    'the option namespace and the index',
    { namespace: ['web', 'db'], target: inNamespaces('db', 'api') },
    { type: 'informer', scope: { namespace: 'db' }, wider: {} },
  ],
  [
    'another index in one namespace',
    { namespace: 'web', target: ofType('Opaque') },
    { type: 'informer', scope: { namespace: 'web' }, wider: {} },
  ],
  [
    'another index in two namespaces',
    { namespace: ['web', 'db'], target: ofType('Opaque'), scope: { labelSelector: 'x' } },
    { type: 'parts', scope: { labelSelector: 'x' }, namespaces: ['web', 'db'] },
  ],
  [
    'an object of another namespace',
    { namespace: 'db', target: ofKey('web/a') },
    { type: 'parts', scope: {}, namespaces: [] },
  ],
  [
    'an object of one of the namespaces',
    { namespace: ['web', 'db'], target: ofKey('web/a') },
    {
      type: 'informer',
      scope: { namespace: 'web', fieldSelector: 'metadata.name=a' },
      wider: { namespace: 'web' },
    },
  ],
  [
    'the namespace of a cluster-scoped resource, as kubectl',
    { resource: nodes, namespace: 'web' },
    { type: 'informer', scope: {} },
  ],
  [
    'a literal request for all namespaces, of which two are shown',
    { namespace: ['web', 'db'], target: ofType('Opaque'), scope: { namespace: '' } },
    { type: 'informer', scope: {}, shows: ['web', 'db'] },
  ],
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
  ['cluster', { namespace: ['web'] }, { type: 'informer', scope: {} }],
  ['cluster', { namespace: ['web'], target: ofType('x') }, { type: 'informer', scope: {}, shows: ['web'] }],
  ['namespace', { namespace: 'web' }, { type: 'informer', scope: { namespace: 'web' }, wider: {} }],
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

test.each([
  [{ namespace: ['web', ''] }, '"" is not the name of a namespace'],
  [{ namespace: '../pods' }, '"../pods" is not the name of a namespace'],
  [{ namespace: 7 as never }, 'namespace must be the name of a namespace or a list of names, got 7'],
  [{ namespace: [7 as never] }, 'namespace must be the name of a namespace or a list of names, got [7]'],
])('%j is an error, and nothing is requested', (given, message) => {
  expect(() => plan(given)).toThrow(message)
})

test.each<[string, SliceTarget, string]>([
  ['a key without a namespace', ofKey('a'), 'an object of secrets must be named by "namespace/name"'],
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
  ['a key that leads to another path', ofKey('../pods'), 'an object of secrets must be named by'],
  ['a key of three parts', ofKey('a/b/c'), 'an object of secrets must be named by'],
  ['a key in no namespace', ofKey('A/b'), '"A" is not the name of a namespace'],
])('%s is an error, and nothing is requested', (_, target, message) => {
  expect(() => plan({ target })).toThrow(message)
})
