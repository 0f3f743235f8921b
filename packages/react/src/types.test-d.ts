import { defineResource, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import {
  type Connection,
  type ConnectionStatus,
  defineInformers,
  type SliceState,
} from '@kube-informer/worker'
import { expectTypeOf, test } from 'vitest'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import {
  createInformerHooks,
  createSliceStore,
  type DefaultResourceOf,
  type DefinitionsOf,
  type InformerHooks,
} from './index.ts'

interface Pod extends KubernetesObject {
  readonly spec: { readonly nodeName?: string }
}
interface Deployment extends KubernetesObject {
  readonly spec: { readonly replicas: number }
}
interface Widget extends KubernetesObject {
  readonly colour: string
}

const pods = defineResource<Pod>({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const deployments = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
})
declare const widgets: ResourceDefinition<Widget>

const informers = defineInformers({
  pods: { resource: pods, indexers: { node: (pod: Pod) => [pod.spec.nodeName ?? ''] } },
  deployments: { resource: deployments },
})
const hooks = createInformerHooks(informers)
const podHooks = createInformerHooks(informers, { resource: 'pods' })
declare const connection: Connection<typeof informers>
declare const otherConnection: Connection<{ widgets: { resource: ResourceDefinition<Widget> } }>

test('resource names come from the definition', () => {
  hooks.useLister({ resource: 'pods' })
  // @ts-expect-error no such resource
  hooks.useLister({ resource: 'podz' })
  hooks.InformerProvider({ connection, resource: 'deployments' })
  // @ts-expect-error no such resource
  hooks.InformerProvider({ connection, resource: 'podz' })
})

test('index names come from the resource', () => {
  hooks.useByIndex('node', 'n1', { resource: 'pods' })
  hooks.useByIndex('namespace', 'default', { resource: 'deployments' })
  // @ts-expect-error a misspelt index
  hooks.useByIndex('nodes', 'n1', { resource: 'pods' })
  // @ts-expect-error an index of another resource
  hooks.useByIndex('node', 'n1', { resource: 'deployments' })
  // @ts-expect-error a misspelt index
  hooks.useIndexValues('namespaces')
  // @ts-expect-error a misspelt index
  hooks.useLister({ resource: 'pods', groupBy: 'nodes' })
})

test('rows have the type of the resource', () => {
  expectTypeOf(hooks.useLister({ resource: 'pods' }).data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(hooks.useByIndex('namespace', 'a', { resource: 'deployments' }).data).toEqualTypeOf<
    readonly Deployment[]
  >()
  expectTypeOf(hooks.useObject('a/b', { resource: 'pods' }).data).toEqualTypeOf<Pod | undefined>()
})

test('the default resource types the rows and indexes of hooks that pass none', () => {
  expectTypeOf(podHooks.useByIndex('node', 'n1').data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(podHooks.useObject('a/b').data).toEqualTypeOf<Pod | undefined>()
  expectTypeOf(hooks.useLister().data).toEqualTypeOf<readonly (Pod | Deployment)[]>()
})

test('null and undefined disable a hook', () => {
  podHooks.useLister({ resource: null })
  podHooks.useObject(undefined)
  podHooks.useByIndex('namespace', null)
  podHooks.useIndexValues(null)
})

test('select determines the type of data', () => {
  const { data } = podHooks.useByIndex('namespace', 'a', { select: pod => pod.spec.nodeName })
  expectTypeOf(data).toEqualTypeOf<readonly (string | undefined)[]>()
  const node = hooks.useObject('a/b', { resource: 'pods', select: pod => pod.metadata?.name ?? 0 })
  expectTypeOf(node.data).toEqualTypeOf<string | number | undefined>()
})

test('a resource definition types its rows', () => {
  expectTypeOf(hooks.useLister({ resource: widgets }).data).toEqualTypeOf<readonly Widget[]>()
  // @ts-expect-error such a resource has the namespace index only
  hooks.useByIndex('node', 'n1', { resource: widgets })
})

test('a connection is accepted only by hooks of its own definition', () => {
  // @ts-expect-error another definition's connection
  hooks.InformerProvider({ connection: otherConnection })
  expectTypeOf(hooks.useConnection()).toEqualTypeOf<Connection<typeof informers>>()
  expectTypeOf(hooks.useConnectionStatus()).toEqualTypeOf<ConnectionStatus>()
})

test('Register gives the exported hooks a definition and a default resource', () => {
  type Registered = { informers: typeof informers; resource: 'pods' }
  type Exported = InformerHooks<DefinitionsOf<Registered>, DefaultResourceOf<Registered>>
  expectTypeOf<Exported>().toEqualTypeOf<InformerHooks<typeof informers, 'pods'>>()
  expectTypeOf<DefaultResourceOf<{ informers: typeof informers }>>().toEqualTypeOf<'pods' | 'deployments'>()
})

test('without Register, names are strings and rows are any object', () => {
  type Unregistered = Record<never, never>
  const exported = null as unknown as InformerHooks<
    DefinitionsOf<Unregistered>,
    DefaultResourceOf<Unregistered>
  >
  expectTypeOf(exported.useLister({ resource: 'whatever' }).data).toEqualTypeOf<readonly KubernetesObject[]>()
  expectTypeOf(exported.useLister({ resource: pods }).data).toEqualTypeOf<readonly Pod[]>()
  exported.useByIndex('namespace', 'default')
})

test('a slice store is a StoreApi of zustand, typed by its resource', () => {
  const store = createSliceStore(connection, { resource: 'pods' })
  expectTypeOf(store).toEqualTypeOf<StoreApi<SliceState<Pod>>>()
  expectTypeOf(useStore(store, state => state.data)).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(createSliceStore(connection, { resource: widgets })).toEqualTypeOf<
    StoreApi<SliceState<Widget>>
  >()
  // @ts-expect-error no such resource
  createSliceStore(connection, { resource: 'podz' })
})
