import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { test } from 'vitest'
import type { Connection } from './connection.ts'
import { defineInformers } from './definition.ts'
import type { PredicateReference, Where } from './expression.ts'
import type { Subscription } from './subscription.ts'

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string }
  readonly reason?: string
}

const informers = defineInformers({
  pods: {
    resource: defineResource<Pod>({
      group: '',
      version: 'v1',
      namespaced: true,
      plural: 'pods',
      kind: 'Pod',
    }),
    predicates: {
      bad: (pod: Pod) => pod.reason !== undefined,
      onNode: (pod: Pod, { node }: { readonly node: string }) => pod.spec?.nodeName === node,
      recent: (pod: Pod, days: number = 1) => days > 0 && pod.reason === undefined,
    },
  },
})

declare const connection: Connection<typeof informers>
declare const anyConnection: Connection

test('the arguments of a predicate are its second parameter', () => {
  type Predicate = NonNullable<
    NonNullable<Subscription<typeof informers, 'pods'>['slice']>['filter']
  >['predicate']
  const filtered = (predicate: Predicate) =>
    connection.observe({ resource: 'pods', slice: { filter: { predicate } } })
  filtered('bad')
  filtered('recent')
  filtered({ name: 'recent', args: 2 })
  filtered({ name: 'onNode', args: { node: 'n1' } })
  // @ts-expect-error a predicate without arguments
  filtered({ name: 'bad', args: 1 })
  // @ts-expect-error a predicate that needs arguments
  filtered('onNode')
  // @ts-expect-error arguments of another type
  filtered({ name: 'onNode', args: { node: 1 } })
  // @ts-expect-error a misspelt predicate
  filtered({ name: 'onNod', args: { node: 'n1' } })
  anyConnection.observe({ resource: 'pods', slice: { filter: { predicate: { name: 'any', args: [1] } } } })
  const reference: PredicateReference = 'any'
  anyConnection.observe({ resource: 'pods', slice: { filter: { predicate: reference } } })
})

test('the paths of an expression are those of the resource', () => {
  const where = (each: Where<'.reason' | 'spec.nodeName' | 'metadata.ownerReferences[*].uid'>) =>
    connection.observe({ resource: 'pods', slice: { filter: { where: each } } })
  where({ path: '.reason', eq: 'Evicted' })
  where({ and: [{ path: 'spec.nodeName', exists: true }, { not: { path: '.reason', in: ['a', 'b'] } }] })
  where({ or: [{ path: 'metadata.ownerReferences[*].uid', eq: 'u' }] })
  connection.observe({
    resource: 'pods',
    slice: { filter: { text: 'web', textIn: ['spec.nodeName', '.reason'] } },
  })
  // @ts-expect-error a path of one step starts with a dot
  connection.observe({ resource: 'pods', slice: { filter: { where: { path: 'reason', eq: 'x' } } } })
  // @ts-expect-error a path of one step starts with a dot, also in a part
  connection.observe({ resource: 'pods', slice: { filter: { where: { not: { path: 'reason', eq: 'x' } } } } })
  // @ts-expect-error a path of one step starts with a dot
  connection.observe({ resource: 'pods', slice: { filter: { text: 'x', textIn: ['reason'] } } })
})

test('a term has one condition', () => {
  const where = (each: Where) => each
  where({ path: 'spec.nodeName', lt: '2Gi', as: 'quantity' })
  // @ts-expect-error no condition
  where({ path: 'spec.nodeName' })
  // @ts-expect-error an unknown kind
  where({ path: 'spec.nodeName', lt: '2Gi', as: 'bytes' })
  // @ts-expect-error an object is not compared
  where({ path: 'spec.nodeName', eq: { a: 1 } })
})
