import { byPath, defineResource, type KubernetesObject, uncheckedPath } from '@kube-informer/core'
import { expectTypeOf, test } from 'vitest'
import type { Connection } from './connection.ts'
import { defineInformers } from './definition.ts'
import { informer } from './informer.ts'
import type { IndexOf, PredicateOf, RowOf, SelectableFieldOf } from './names.ts'

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string }
}

const describe = { group: '', version: 'v1', namespaced: true }
const pods = defineResource<Pod>({ ...describe, plural: 'pods', kind: 'Pod' })

const informers = defineInformers({
  pods: informer(pods, {
    indexers: {
      node: pod => {
        expectTypeOf(pod).toEqualTypeOf<Pod>()
        return [pod.spec?.nodeName ?? '']
      },
    },
    comparators: { byNode: (a, b) => (a.spec?.nodeName ?? '').localeCompare(b.spec?.nodeName ?? '') },
    predicates: {
      placed: pod => pod.spec?.nodeName !== undefined,
      on: (pod, node: string) => pod.spec?.nodeName === node,
      near: (pod, node?: string) => pod.spec?.nodeName === node,
    },
    transform: pod => ({ ...pod, spec: { nodeName: pod.spec?.nodeName ?? 'none' } }),
    trim: ['spec'],
  }),
  plain: informer(pods),
  literal: { resource: pods },
})

declare const connection: Connection<typeof informers>

test('informer() types functions by the resource and keeps their names', () => {
  expectTypeOf<RowOf<typeof informers, 'pods'>>().toEqualTypeOf<Pod>()
  expectTypeOf<IndexOf<typeof informers, 'pods'>>().toEqualTypeOf<'namespace' | 'node'>()
  expectTypeOf<IndexOf<typeof informers, 'plain'>>().toEqualTypeOf<'namespace'>()
  expectTypeOf<PredicateOf<typeof informers, 'plain'>>().toBeNever()
  connection.observe({ resource: 'pods', slice: { groupBy: 'node', sort: { by: 'byNode' } } })
  // @ts-expect-error a misspelt index
  connection.observe({ resource: 'pods', slice: { groupBy: 'nodes' } })
  // @ts-expect-error an index of another informer
  connection.observe({ resource: 'plain', slice: { groupBy: 'node' } })
})

test('informer() keeps the arguments of predicates', () => {
  const filtered = (predicate: PredicateOf<typeof informers, 'pods'>) =>
    connection.observe({ resource: 'pods', slice: { filter: { predicate } } })
  filtered('placed')
  filtered({ name: 'on', args: 'n1' })
  filtered('near')
  filtered({ name: 'near', args: 'n1' })
  // @ts-expect-error it needs arguments
  filtered('on')
  // @ts-expect-error arguments of another type
  filtered({ name: 'on', args: 1 })
  // @ts-expect-error it has no arguments
  filtered({ name: 'placed', args: 'n1' })
})

test('informer() keeps the selectable fields of the resource', () => {
  const gadgets = defineResource<Pod>({ ...describe, plural: 'gadgets', kind: 'Gadget' })
  const typed = defineInformers({ gadgets: informer(gadgets) })
  expectTypeOf<SelectableFieldOf<typeof typed, 'gadgets'>>().toEqualTypeOf<
    SelectableFieldOf<typeof informers, 'literal'>
  >()
})

test('informer() checks paths', () => {
  informer(pods, { trim: ['spec'], pick: ['spec.nodeName'], indexers: { node: byPath('spec.nodeName') } })
  // @ts-expect-error a misspelt path to trim
  informer(pods, { trim: ['spec.nodName'] })
  // @ts-expect-error a misspelt path of an index
  informer(pods, { indexers: { node: byPath('spec.nodName') } })
})

test('slices check the paths of sorts and conditions', () => {
  connection.observe({
    resource: 'pods',
    slice: { sort: { by: 'spec.nodeName' }, filter: { where: { path: 'spec.nodeName', eq: 'a' } } },
  })
  // @ts-expect-error a misspelt path
  connection.observe({ resource: 'pods', slice: { sort: { by: 'spec.nodName' } } })
  // @ts-expect-error a misspelt path in a condition
  connection.observe({ resource: 'pods', slice: { filter: { where: { path: 'spec.nodName', eq: 'a' } } } })
  connection.observe({ resource: 'pods', slice: { sort: { by: uncheckedPath('spec.nodName') } } })
})
