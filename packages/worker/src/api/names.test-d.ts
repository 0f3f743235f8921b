import {
  byPath,
  defineResource,
  type KubernetesObject,
  type List,
  type NamespacedResource,
  type Scale,
} from '@kube-informer/core'
import { expectTypeOf, test } from 'vitest'
import { customVerb } from './access.ts'
import type { Connection, SliceObserver } from './connection.ts'
import { defineInformers } from './definition.ts'
import type { PredicateOf, RowOf } from './names.ts'
import type { SliceState, SliceWindow, Subscription } from './subscription.ts'

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string; readonly containers: readonly string[] }
  readonly reason?: string
}
interface Node extends KubernetesObject {
  readonly spec?: { readonly unschedulable?: boolean }
}
interface Widget extends KubernetesObject {
  readonly colour: string
}

const describe = { group: '', version: 'v1', namespaced: true }
const informers = defineInformers({
  pods: {
    resource: defineResource<Pod>({ ...describe, plural: 'pods', kind: 'Pod' }),
    indexers: { node: byPath('spec.nodeName') },
    comparators: { restarts: (a: Pod, b: Pod) => Number(a.reason) - Number(b.reason) },
    predicates: { bad: (pod: Pod) => pod.reason !== undefined },
  },
  nodes: { resource: defineResource<Node>({ ...describe, plural: 'nodes', kind: 'Node' }) },
})
const widgets = defineResource<Widget>({ ...describe, group: 'x', plural: 'widgets', kind: 'Widget' })

declare const connection: Connection<typeof informers>
declare const anyConnection: Connection
const { client } = connection
const at = { namespace: 'n', name: 'a' }

test('resources are the names of the definition, or definitions found at run time', () => {
  expectTypeOf(connection.observe({ resource: 'pods' })).toEqualTypeOf<SliceObserver<Pod>>()
  expectTypeOf(connection.observe({ resource: 'nodes' })).toEqualTypeOf<SliceObserver<Node>>()
  expectTypeOf(connection.observe({ resource: widgets })).toEqualTypeOf<SliceObserver<Widget>>()
  connection.subscribe({ resource: 'pods' }, state => expectTypeOf(state).toEqualTypeOf<SliceState<Pod>>())
  // @ts-expect-error no such resource
  connection.observe({ resource: 'podz' })
  // @ts-expect-error no such resource
  connection.subscribe({ resource: 'podz' }, () => {})
  // @ts-expect-error no such resource
  connection.access({ verb: 'get', resource: 'podz' })
  connection.access({ verb: 'get', resource: widgets })
})

test('a verb is one of RBAC, or stated to be another', () => {
  connection.access({ verb: 'impersonate', resource: 'pods' })
  connection.access({ verb: customVerb('promote'), resource: 'pods' })
  // @ts-expect-error the verb of RBAC is delete
  connection.access({ verb: 'remove', resource: 'pods' })
})

test('a sort is by a comparator of the resource, or by a path with a dot', () => {
  const sorted = (by: 'restarts' | 'metadata.name' | '.reason' | 'metadata.labels.app') =>
    connection.observe({ resource: 'pods', slice: { sort: { by } } })
  sorted('restarts')
  connection.observe({ resource: 'nodes', slice: { sort: { by: 'spec.unschedulable' } } })
  connection.observe({ resource: widgets, slice: { sort: { by: '.colour' } } })
  // @ts-expect-error a misspelt comparator
  connection.observe({ resource: 'pods', slice: { sort: { by: 'restartz' } } })
  // @ts-expect-error a comparator of another resource
  connection.observe({ resource: 'nodes', slice: { sort: { by: 'restarts' } } })
  // @ts-expect-error a path of one step starts with a dot
  connection.observe({ resource: widgets, slice: { sort: { by: 'colour' } } })
})

test('a sort has one or several keys, each with a type', () => {
  connection.observe({
    resource: 'pods',
    slice: {
      sort: [
        { by: 'restarts', descending: true },
        { by: 'metadata.name', as: 'natural' },
        { by: 'metadata.creationTimestamp', as: 'age' },
      ],
    },
  })
  connection.observe({ resource: 'pods', slice: { sort: [] } })
  // @ts-expect-error a misspelt comparator among several keys
  connection.observe({ resource: 'pods', slice: { sort: [{ by: 'metadata.name' }, { by: 'restartz' }] } })
  // @ts-expect-error an unknown type
  connection.observe({ resource: 'pods', slice: { sort: { by: 'metadata.name', as: 'size' } } })
})

test('a target has one value of an index, or several', () => {
  const of = (values: readonly string[]) =>
    connection.observe({ resource: 'pods', slice: { target: { type: 'index', index: 'node', values } } })
  of(['a', 'b'])
  // @ts-expect-error several values are a list
  connection.observe({ resource: 'pods', slice: { target: { type: 'index', index: 'node', values: 'a' } } })
  // @ts-expect-error an index without a value
  connection.observe({ resource: 'pods', slice: { target: { type: 'index', index: 'node' } } })
})

test('a window is by offset or by anchor', () => {
  connection.observe({ resource: 'pods', slice: { window: { offset: 0, limit: 1 } } })
  connection.observe({ resource: 'pods', slice: { window: { limit: 1 } } })
  connection.observe({ resource: 'pods', slice: { window: { anchor: 'a/b', limit: 1 } } })
  connection.observe({ resource: 'pods', slice: { window: { anchor: 'a/b', before: 1, limit: 1 } } })
  // @ts-expect-error a window has a limit
  connection.observe({ resource: 'pods', slice: { window: { anchor: 'a/b' } } })
  expectTypeOf<SliceState<Pod>['window']>().toEqualTypeOf<SliceWindow | undefined>()
})

test('predicates and indexes are those of the resource', () => {
  connection.observe({ resource: 'pods', slice: { filter: { predicate: 'bad' }, groupBy: 'node' } })
  connection.observe({ resource: 'nodes', slice: { groupBy: 'namespace' } })
  // @ts-expect-error a misspelt predicate
  connection.observe({ resource: 'pods', slice: { filter: { predicate: 'baad' } } })
  // @ts-expect-error a predicate of another resource
  connection.observe({ resource: 'nodes', slice: { filter: { predicate: 'bad' } } })
  // @ts-expect-error a misspelt index
  connection.observe({ resource: 'pods', slice: { groupBy: 'nodez' } })
  // @ts-expect-error an index of another resource
  connection.observe({ resource: 'nodes', slice: { target: { type: 'index', index: 'node', value: '' } } })
  expectTypeOf<PredicateOf<typeof informers, 'nodes'>>().toBeNever()
})

test('a subscription can be written down before it is used', () => {
  const newest = {
    resource: 'pods',
    slice: { sort: { by: 'metadata.creationTimestamp', descending: true } },
  } as const satisfies Subscription<typeof informers, 'pods'>
  expectTypeOf(connection.observe(newest)).toEqualTypeOf<SliceObserver<Pod>>()
  const given: Subscription<typeof informers, 'pods'> = newest
  connection.observe(given)
  // @ts-expect-error a subscription of any definition may have unknown names
  connection.observe({ resource: 'pods' } as Subscription)
})

test('a connection of a definition is a connection', () => {
  const general: Connection = connection
  expectTypeOf(general.observe({ resource: 'anything', slice: { sort: { by: 'any' } } })).toEqualTypeOf<
    SliceObserver<KubernetesObject>
  >()
  expectTypeOf(anyConnection.observe({ resource: widgets })).toEqualTypeOf<SliceObserver<Widget>>()
  expectTypeOf<RowOf<typeof informers, 'pods' | 'nodes'>>().toEqualTypeOf<Pod | Node>()
})

test('the client reads and writes objects of the resource', () => {
  expectTypeOf(client.get('pods', at)).resolves.toEqualTypeOf<Pod>()
  expectTypeOf(client.get('pods', at, { subresource: 'scale' })).resolves.toEqualTypeOf<Scale>()
  expectTypeOf(client.get(widgets, at)).resolves.toEqualTypeOf<Widget>()
  expectTypeOf(client.list('nodes')).resolves.toEqualTypeOf<List<Node>>()
  expectTypeOf(client.patch('pods', at, {})).resolves.toEqualTypeOf<Pod>()
  expectTypeOf(client.patch('pods', {} as Pod, {})).resolves.toEqualTypeOf<Pod>()
  client.delete('pods', 'n/a')
  client.scale('pods', {} as Pod, 3)
  // @ts-expect-error a subresource is an option
  client.patch('pods', { ...at, subresource: 'status' }, {})
  expectTypeOf(client.create('pods', {})).resolves.toEqualTypeOf<Pod>()
  client.create('pods', { apiVersion: 'policy/v1', metadata: at }, { subresource: 'eviction' })
  client.apply('pods', { metadata: at, spec: { nodeName: 'n' } })
  // @ts-expect-error no such resource
  client.get('podz', at)
  // @ts-expect-error a field of another type
  client.create('pods', { spec: { containers: 'main' } })
  // @ts-expect-error an unknown field
  client.apply('pods', { metadata: at, spec: { nodeNam: 'n' } })
  // @ts-expect-error a Widget has a colour
  client.replace(widgets, { metadata: at })
})

test('C-GEN-20: the field selector of a scope names the selectable fields of the resource', () => {
  const gadgets: NamespacedResource<Widget, 'metadata.name' | 'spec.color'> = defineResource({
    ...{ group: 'example.com', version: 'v1', plural: 'gadgets', kind: 'Gadget' },
    namespaced: true,
  })
  const typed = defineInformers({ gadgets: { resource: gadgets } })
  type OfGadgets = Subscription<typeof typed, 'gadgets'>
  const red: OfGadgets = { resource: 'gadgets', scope: { fieldSelector: { 'spec.color': 'red' } } }
  expectTypeOf(red).toExtend<Subscription>()
  // @ts-expect-error no selectable field
  const large: OfGadgets = { resource: 'gadgets', scope: { fieldSelector: { 'spec.size': '3' } } }
  const asText: OfGadgets = { resource: 'gadgets', scope: { fieldSelector: 'spec.size=3' } }
  expectTypeOf([large, asText]).toEqualTypeOf<OfGadgets[]>()
  anyConnection.observe({ resource: gadgets, scope: { fieldSelector: { 'spec.color': 'red' } } })
  connection.observe({ resource: 'pods', scope: { fieldSelector: { 'spec.nodeName': 'n1' } } })
})
