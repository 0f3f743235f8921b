import {
  type Deletion,
  defineResource,
  type KubernetesObject,
  type ResourceDefinition,
  type Scale,
} from '@kube-informer/core'
import {
  type Connection,
  type ConnectionStatus,
  defineInformers,
  type SliceState,
  type SliceWindow,
} from '@kube-informer/worker'
import { QueryClient, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
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
import { informerMutationOptions } from './query/informer-mutation-options.ts'
import { informerQueryOptions } from './query/informer-query-options.ts'
import type { RegisteredHooks } from './registered.ts'

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
  pods: {
    resource: pods,
    indexers: { node: (pod: Pod) => [pod.spec.nodeName ?? ''] },
    comparators: { restarts: (a: Pod, b: Pod) => (a.spec < b.spec ? -1 : 1) },
    predicates: { bad: (pod: Pod) => pod.spec.nodeName === undefined },
  },
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
  hooks.useLister({ resource: 'pods', groupBy: 'namespace', groupFiltered: true, groupEmpty: true })
  hooks.useIndexValues('node', { resource: 'pods', filter: { predicate: 'bad' }, includeEmpty: true })
  // @ts-expect-error a predicate of another resource
  hooks.useIndexValues('namespace', { resource: 'deployments', filter: { predicate: 'bad' } })
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

test('sorts and predicates come from the resource', () => {
  podHooks.useLister({ sort: { by: 'restarts' }, filter: { predicate: 'bad' } })
  podHooks.useLister({ sort: { by: 'spec.nodeName' } })
  // @ts-expect-error a misspelt comparator
  podHooks.useLister({ sort: { by: 'restartz' } })
  // @ts-expect-error a misspelt predicate
  podHooks.useLister({ filter: { predicate: 'baad' } })
  // @ts-expect-error a comparator of another resource
  hooks.useByIndex('namespace', 'a', { resource: 'deployments', sort: { by: 'restarts' } })
  // @ts-expect-error a predicate of another resource
  hooks.useLister({ resource: 'deployments', filter: { predicate: 'bad' } })
})

test('hooks take several sorts, several values of an index, and a window around an object', () => {
  const { data, window } = podHooks.useByIndex('namespace', ['a', 'b'], {
    sort: [{ by: 'restarts' }, { by: 'metadata.name', as: 'natural', descending: true }],
    window: { anchor: 'a/web-0', before: 10, limit: 50 },
  })
  expectTypeOf(data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(window).toEqualTypeOf<SliceWindow | undefined>()
  // @ts-expect-error a misspelt comparator among several
  podHooks.useLister({ sort: [{ by: 'metadata.name' }, { by: 'restartz' }] })
})

test('the provider passes the resource that the types of the hooks rely on', () => {
  podHooks.InformerProvider({ connection })
  podHooks.InformerProvider({ connection, resource: 'pods' })
  // @ts-expect-error the hooks have rows of another resource
  podHooks.InformerProvider({ connection, resource: 'deployments' })
  const registered = null as unknown as RegisteredHooks<{ informers: typeof informers; resource: 'pods' }>
  registered.InformerProvider({ connection, resource: 'pods' })
  // @ts-expect-error another resource than the registered one
  registered.InformerProvider({ connection, resource: 'deployments' })
  // @ts-expect-error nothing else passes the registered resource
  registered.InformerProvider({ connection })
  const misspelt = null as unknown as RegisteredHooks<{ informers: typeof informers; resource: 'podz' }>
  // @ts-expect-error the registered resource is not in the definition
  misspelt.InformerProvider({ connection, resource: 'podz' })
  const free = null as unknown as RegisteredHooks<{ informers: typeof informers }>
  free.InformerProvider({ connection })
  free.InformerProvider({ connection, resource: 'deployments' })
})

test('access is asked about resources of the definition', () => {
  expectTypeOf(podHooks.useAccess({ verb: 'delete', namespace: 'a' }).allowed).toEqualTypeOf<
    boolean | undefined
  >()
  hooks.useAccess({ verb: 'list', resource: 'deployments' })
  hooks.useAccess({ verb: 'list', resource: widgets })
  hooks.useAccess({ verb: 'list', resource: null })
  // @ts-expect-error no such resource
  hooks.useAccess({ verb: 'list', resource: 'podz' })
})

test('the variables and the response of a mutation come from its verb and its resource', () => {
  const patch = hooks.useKubeMutation({ resource: 'deployments', verb: 'patch', connection })
  patch.mutate({ at: { namespace: 'default', name: 'web' }, patch: {}, options: { dryRun: true } })
  expectTypeOf(patch.data).toEqualTypeOf<Deployment | undefined>()
  expectTypeOf(patch.mutateAsync).returns.resolves.toEqualTypeOf<Deployment>()
  // @ts-expect-error a patch has no object
  patch.mutate({ object: {} })
  // @ts-expect-error subresources have another response: they are written with a mutationFn
  patch.mutate({ at: { name: 'web', subresource: 'scale' }, patch: {} })
  // @ts-expect-error no such resource
  hooks.useKubeMutation({ resource: 'podz', verb: 'patch' })
  // @ts-expect-error no such verb
  hooks.useKubeMutation({ resource: 'pods', verb: 'update' })
  // @ts-expect-error a connection of another definition
  hooks.useScale({ connection: otherConnection })
  expectTypeOf(hooks.useKubeMutation({ resource: 'pods', verb: 'delete' }).data).toEqualTypeOf<
    Deletion<Pod> | undefined
  >()
  expectTypeOf(hooks.useKubeMutation({ resource: widgets, verb: 'create' }).data).toEqualTypeOf<
    Widget | undefined
  >()
})

test('a mutationFn decides the variables and the response', () => {
  const at = { namespace: 'default', name: 'web' }
  const scale = hooks.useKubeMutation({
    resource: 'deployments',
    mutationFn: (replicas: number) => ({
      verb: 'patch',
      at: { ...at, subresource: 'scale' },
      patch: { spec: { replicas } },
    }),
  })
  expectTypeOf(scale.mutate).parameter(0).toEqualTypeOf<number>()
  expectTypeOf(scale.data).toEqualTypeOf<Scale | undefined>()
  const remove = hooks.useKubeMutation({ resource: 'pods', mutationFn: () => ({ verb: 'delete', at }) })
  remove.mutate()
  expectTypeOf(remove.data).toEqualTypeOf<Deletion<Pod> | undefined>()
  const change = podHooks.useKubeMutation({
    mutationFn: (nodeName: string) => ({ at, change: pod => ({ ...pod, spec: { nodeName } }) }),
  })
  expectTypeOf(change.data).toEqualTypeOf<Pod | undefined>()
  hooks.useKubeMutation({
    resource: 'pods',
    // @ts-expect-error a patch needs a location
    mutationFn: () => ({ verb: 'patch', patch: {} }),
  })
})

test('scale, delete and apply have the types of their writes', () => {
  const at = { namespace: 'default', name: 'web' }
  hooks.useScale({ resource: 'deployments' }).mutate({ at, replicas: 3 })
  // @ts-expect-error the number is missing
  hooks.useScale({ resource: 'deployments' }).mutate({ at })
  hooks.useDelete({ resource: 'pods' }).mutate({ at, options: { gracePeriodSeconds: 0 } })
  const apply = hooks.useApply({ resource: 'deployments', fieldManager: 'dashboard' })
  apply.mutate({ object: { metadata: at, spec: { replicas: 3 } }, force: true })
  // @ts-expect-error the type of a field
  apply.mutate({ object: { metadata: at, spec: { replicas: '3' } } })
  expectTypeOf(apply.preview.data?.object).toEqualTypeOf<Deployment | undefined>()
  expectTypeOf(apply.conflicts[0]?.manager).toEqualTypeOf<string | undefined>()
})

test('queries and mutations of react-query have the types of the definition', () => {
  const options = informerQueryOptions(connection, { resource: 'deployments' })
  expectTypeOf(useQuery(options).data).toEqualTypeOf<SliceState<Deployment> | undefined>()
  expectTypeOf(useSuspenseQuery(options).data).toEqualTypeOf<SliceState<Deployment>>()
  expectTypeOf(useQuery({ ...options, select: ({ total }) => total }).data).toEqualTypeOf<
    number | undefined
  >()
  const client = new QueryClient()
  expectTypeOf(client.getQueryData(options.queryKey)).toEqualTypeOf<SliceState<Deployment> | undefined>()
  expectTypeOf(client.fetchQuery(options)).resolves.toEqualTypeOf<SliceState<Deployment>>()
  // @ts-expect-error no such resource
  informerQueryOptions(connection, { resource: 'podz' })
  informerQueryOptions(connection, {
    resource: 'pods',
    // @ts-expect-error no such index
    slice: { target: { type: 'index', index: 'nodes', value: 'n1' } },
  })
  const { mutate, data } = useMutation(
    informerMutationOptions(connection, { resource: 'pods', verb: 'delete' }),
  )
  mutate({ at: { namespace: 'default', name: 'web-0' } })
  expectTypeOf(data).toEqualTypeOf<Deletion<Pod> | undefined>()
  const change = informerMutationOptions(connection, {
    resource: 'pods',
    mutationFn: (name: string) => ({ verb: 'delete', at: { namespace: 'default', name } }),
  })
  expectTypeOf(useMutation(change).mutate).parameter(0).toEqualTypeOf<string>()
})
