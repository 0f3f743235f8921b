import {
  defineResource,
  type KubernetesObject,
  type NamespacedResource,
  type ResourceDefinition,
} from '@kube-informer/core'
import { type Connection, defineInformers } from '@kube-informer/worker'
import { createInformerHooks } from '../create-informer-hooks.ts'

// The definitions of the type tests. Nothing here runs.

export interface Pod extends KubernetesObject {
  readonly spec: { readonly nodeName?: string }
}
export interface Deployment extends KubernetesObject {
  readonly spec: { readonly replicas: number }
}
export interface Widget extends KubernetesObject {
  readonly colour: string
}

export const pods: ResourceDefinition<Pod, string, 'status'> = defineResource({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})
export const deployments: ResourceDefinition<Deployment> = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
})
export declare const widgets: ResourceDefinition<Widget>

interface Gadget extends KubernetesObject {
  readonly spec: { readonly color: string }
}
const gadgets: NamespacedResource<Gadget, 'metadata.name' | 'spec.color'> = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'gadgets',
  kind: 'Gadget',
  namespaced: true,
})
export const gadgetHooks = createInformerHooks(defineInformers({ gadgets: { resource: gadgets } }))

export const informers = defineInformers({
  pods: {
    resource: pods,
    indexers: { node: (pod: Pod) => [pod.spec.nodeName ?? ''] },
    comparators: { restarts: (a: Pod, b: Pod) => (a.spec < b.spec ? -1 : 1) },
    predicates: { bad: (pod: Pod) => pod.spec.nodeName === undefined },
  },
  deployments: { resource: deployments },
})
export const hooks = createInformerHooks(informers)
export const podHooks = createInformerHooks(informers, { resource: 'pods' })
export declare const connection: Connection<typeof informers>
export declare const otherConnection: Connection<{ widgets: { resource: ResourceDefinition<Widget> } }>
