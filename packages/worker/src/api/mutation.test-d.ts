import { type Deletion, defineResource, type KubernetesObject, type Scale } from '@kube-informer/core'
import { expectTypeOf, test } from 'vitest'
import type { Connection } from './connection.ts'
import { defineInformers } from './definition.ts'

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string }
}
const informers = defineInformers({
  pods: {
    resource: defineResource<Pod>({
      group: '',
      version: 'v1',
      plural: 'pods',
      kind: 'Pod',
      namespaced: true,
    }),
  },
})
declare const connection: Connection<typeof informers>
const at = { namespace: 'n', name: 'a' }

test('a mutation has the types of its resource', () => {
  const { accepted, settled } = connection.mutate({ resource: 'pods', verb: 'patch', object: at, patch: {} })
  expectTypeOf(accepted).resolves.toEqualTypeOf<Pod>()
  expectTypeOf(settled).resolves.toEqualTypeOf<Pod | undefined>()
  connection.mutate({
    resource: 'pods',
    verb: 'create',
    object: { spec: { nodeName: 'n' } },
    optimistic: false,
  })
  connection.mutate({ resource: 'pods', verb: 'apply', object: { metadata: at }, options: { force: true } })
  // @ts-expect-error no such resource
  connection.mutate({ resource: 'podz', verb: 'patch', object: at, patch: {} })
  // @ts-expect-error no such verb
  connection.mutate({ resource: 'pods', verb: 'steal', object: at })
  // @ts-expect-error a patch names an object
  connection.mutate({ resource: 'pods', verb: 'patch', patch: {} })
})

test('the response has the type of the subresource, and a deletion that of the client', () => {
  const scaled = connection.mutate({
    resource: 'pods',
    verb: 'patch',
    object: at,
    patch: { spec: { replicas: 1 } },
    options: { subresource: 'scale' },
  })
  expectTypeOf(scaled.accepted).resolves.toEqualTypeOf<Scale>()
  const deleted = connection.mutate({ resource: 'pods', verb: 'delete', object: at })
  expectTypeOf(deleted.accepted).resolves.toEqualTypeOf<Deletion<Pod>>()
})

test('an object is named by its key, by its namespace and name, or by itself', () => {
  connection.mutate({ resource: 'pods', verb: 'delete', object: 'n/a' })
  connection.mutate({ resource: 'pods', verb: 'delete', object: {} as Pod })
  connection.mutate({ resource: 'pods', verb: 'patch', object: {} as Pod, patch: {} })
  connection.mutate({ resource: 'pods', object: 'n/a', change: pod => pod })
  // @ts-expect-error a subresource is an option
  connection.mutate({ resource: 'pods', verb: 'patch', object: { ...at, subresource: 'status' }, patch: {} })
  // @ts-expect-error the name is `object`
  connection.mutate({ resource: 'pods', verb: 'delete', at })
})

test('a change is a function of the object', () => {
  const { accepted } = connection.mutate({
    resource: 'pods',
    object: at,
    change: pod => {
      expectTypeOf(pod).toEqualTypeOf<Pod>()
      return { ...pod, spec: { nodeName: 'n' } }
    },
  })
  expectTypeOf(accepted).resolves.toEqualTypeOf<Pod>()
  // @ts-expect-error a change returns the object
  connection.mutate({ resource: 'pods', object: at, change: () => {} })
})

test('waitFor resolves with the object, or undefined where it is gone', () => {
  const waiting = connection.waitFor('pods', at, { condition: 'Ready' })
  expectTypeOf(waiting).resolves.toEqualTypeOf<Pod | undefined>()
  connection.waitFor('pods', 'n/a', { deleted: true })
  connection.waitFor('pods', {} as Pod, { deleted: true })
  connection.waitFor('pods', at, { where: { path: 'spec.nodeName', exists: true } })
  // @ts-expect-error no such condition
  connection.waitFor('pods', at, { until: 'Ready' })
})
