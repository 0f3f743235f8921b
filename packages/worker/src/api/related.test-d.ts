import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { expectTypeOf, test } from 'vitest'
import type { Connection } from './connection.ts'
import { defineInformers } from './definition.ts'
import type { RelatedNode, RelatedObject } from './related.ts'

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string }
}
interface Deployment extends KubernetesObject {
  readonly spec?: { readonly replicas?: number }
}

const describe = { group: '', version: 'v1', namespaced: true }
const informers = defineInformers({
  pods: { resource: defineResource<Pod>({ ...describe, plural: 'pods', kind: 'Pod' }) },
  deployments: {
    resource: defineResource<Deployment>({ ...describe, plural: 'deployments', kind: 'Deployment' }),
  },
})
const widgets = defineResource({ ...describe, group: 'x', plural: 'widgets', kind: 'Widget' })

declare const connection: Connection<typeof informers>
declare const deployment: Deployment
declare const node: RelatedNode<RelatedObject<typeof informers>>

test('the resource of a node tells the type of its object', () => {
  if (node.resource === 'pods') expectTypeOf(node.object).toEqualTypeOf<Pod>()
  else expectTypeOf(node.object).toEqualTypeOf<Deployment>()
  expectTypeOf(node.children).toEqualTypeOf<readonly (typeof node)[]>()
  const { root } = connection.observeRelated(deployment).getState()
  expectTypeOf(root).toEqualTypeOf<typeof node | undefined>()
})

test('the root is an object, a name of the definition, or a resource found at run time', () => {
  connection.observeRelated({ resource: 'deployments', object: 'n/a' }, { resources: ['pods'], depth: 2 })
  connection.observeRelated({ resource: widgets, object: 'a' })
  connection.observeRelated({ resource: 'deployments', object: deployment })
  connection.observeRelated({ resource: 'deployments', object: { namespace: 'n', name: 'a' } })
  // @ts-expect-error the name of the object is missing
  connection.observeRelated({ resource: 'deployments' })
  // @ts-expect-error no such resource
  connection.observeRelated({ resource: 'podz', object: 'a' })
  // @ts-expect-error no such resource
  connection.observeRelated(deployment, { resources: ['podz'] })
  // @ts-expect-error no such option
  connection.observeRelated(deployment, { levels: 2 })
})

test('a connection of a definition is a Connection', () => {
  expectTypeOf(connection).toExtend<Connection>()
})
