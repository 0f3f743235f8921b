import type {
  Deletion,
  InformerStatus,
  KubernetesObject,
  Scale,
  TableColumn,
  TableObject,
} from '@kube-informer/core'
import type { DiscoveredResource } from '@kube-informer/core/discovery'
import type {
  AccessState,
  Connection,
  ConnectionStatus,
  DiscoveryState,
  KindSchema,
  SliceGroup,
  SliceWindow,
} from '@kube-informer/worker'
import { expectTypeOf, test } from 'vitest'
import type { DefaultResourceOf, DefinitionsOf, DiscoveryResult, InformerHooks } from './index.ts'
import type { RegisteredHooks } from './registered.ts'
import {
  connection,
  type Deployment,
  gadgetHooks,
  hooks,
  type informers,
  otherConnection,
  type Pod,
  podHooks,
  pods,
  type Widget,
  widgets,
} from './test/typed-informers.ts'

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

test('a Table has rows of metadata and cells, of any resource', () => {
  const { data, columns } = hooks.useResourceTable('pods', { namespace: ['a', 'b'], groupBy: 'namespace' })
  expectTypeOf(data).toEqualTypeOf<readonly TableObject[]>()
  expectTypeOf(columns).toEqualTypeOf<readonly TableColumn[]>()
  hooks.useResourceTable(widgets, {
    sort: { by: 'cells[2]', as: 'natural' },
    filter: { where: { path: 'cells[1]', eq: 'x' } },
  })
  hooks.useResourceTable(null)
  expectTypeOf(hooks.useResourceTable(pods, { select: ({ cells }) => cells.length }).data).toEqualTypeOf<
    readonly number[]
  >()
  expectTypeOf(hooks.useSuspenseResourceTable('pods').isPending).toEqualTypeOf<false>()
  // @ts-expect-error no such resource
  hooks.useResourceTable('podz')
  // @ts-expect-error an index of the objects
  hooks.useResourceTable('pods', { groupBy: 'node' })
  // @ts-expect-error a predicate of the objects
  hooks.useResourceTable('pods', { filter: { predicate: 'bad' } })
  // @ts-expect-error a hook that suspends cannot be disabled
  hooks.useSuspenseResourceTable(null)
  expectTypeOf(connection.observe({ resource: 'pods', form: 'table' }).getState().data).toEqualTypeOf<
    readonly TableObject[]
  >()
  expectTypeOf(connection.observe({ resource: 'pods' }).getState().data).toEqualTypeOf<readonly Pod[]>()
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
  expectTypeOf(
    podHooks.useAccess({ verb: 'patch', subresource: 'scale', enabled: false }),
  ).toEqualTypeOf<AccessState>()
  // @ts-expect-error no verb
  podHooks.useAccess({ namespace: 'a' })
})

test('a discovery has resources, groups and failures, whatever the definition', () => {
  expectTypeOf(hooks.useDiscovery().data).toEqualTypeOf<readonly DiscoveredResource[]>()
  expectTypeOf(
    podHooks.useDiscovery({ connection, enabled: false, throwOnError: true }),
  ).toEqualTypeOf<DiscoveryResult>()
  expectTypeOf(hooks.useDiscovery().refetch()).resolves.toEqualTypeOf<DiscoveryState>()
  // A discovered resource is a resource of every hook.
  const [found] = hooks.useDiscovery().data
  hooks.useLister({ resource: found })
  expectTypeOf(
    connection.schema({ group: '', version: 'v1', kind: 'Pod' }),
  ).resolves.toEqualTypeOf<KindSchema>()
  if (found) connection.schema(found, { signal: AbortSignal.timeout(1) })
  // @ts-expect-error a schema is that of one version
  connection.schema({ group: 'apps', kind: 'Deployment' })
})

test('the values of an index, and a status, do not depend on the rows', () => {
  expectTypeOf(podHooks.useIndexValues('node').data).toEqualTypeOf<readonly SliceGroup[]>()
  expectTypeOf(hooks.useLister({ resource: 'pods', groupBy: 'node' }).groups).toEqualTypeOf<
    readonly SliceGroup[]
  >()
  expectTypeOf(podHooks.useInformerStatus()).toEqualTypeOf<InformerStatus>()
  hooks.useInformerStatus({ resource: 'deployments', namespace: 'a', enabled: false })
  // @ts-expect-error no such resource
  hooks.useInformerStatus({ resource: 'podz' })
})

test('the variables and the response of a mutation come from its verb and its resource', () => {
  const patch = hooks.useMutate({ resource: 'deployments', verb: 'patch', connection })
  patch.mutate({ object: { namespace: 'default', name: 'web' }, patch: {}, options: { dryRun: true } })
  expectTypeOf(patch.data).toEqualTypeOf<Deployment | undefined>()
  expectTypeOf(patch.mutateAsync).returns.resolves.toEqualTypeOf<Deployment>()
  // @ts-expect-error a patch has a patch
  patch.mutate({ object: {} })
  // @ts-expect-error subresources have another response: they are written with a mutationFn
  patch.mutate({ object: 'default/web', patch: {}, options: { subresource: 'scale' } })
  // @ts-expect-error no such resource
  hooks.useMutate({ resource: 'podz', verb: 'patch' })
  // @ts-expect-error no such verb
  hooks.useMutate({ resource: 'pods', verb: 'update' })
  // @ts-expect-error a connection of another definition
  hooks.useScale({ connection: otherConnection })
  expectTypeOf(hooks.useMutate({ resource: 'pods', verb: 'delete' }).data).toEqualTypeOf<
    Deletion<Pod> | undefined
  >()
  expectTypeOf(hooks.useMutate({ resource: widgets, verb: 'create' }).data).toEqualTypeOf<
    Widget | undefined
  >()
})

test('a mutation says how far it is, and what it was called with', () => {
  const remove = podHooks.useDelete()
  expectTypeOf(remove.status).toEqualTypeOf<'idle' | 'pending' | 'error' | 'success'>()
  expectTypeOf(remove.isPending).toEqualTypeOf<boolean>()
  expectTypeOf(remove.isSettling).toEqualTypeOf<boolean>()
  expectTypeOf(remove.error).toEqualTypeOf<Error | undefined>()
  expectTypeOf(remove.reset).toEqualTypeOf<() => void>()
  const create = podHooks.useMutate({ verb: 'create' })
  expectTypeOf(create.variables?.object).toExtend<KubernetesObject | undefined>()
  // @ts-expect-error what is created is missing
  create.mutate({})
  podHooks.useMutate({ verb: 'replace' }).mutate({ object: { spec: { nodeName: 'n1' } } })
  // @ts-expect-error the type of a field
  podHooks.useMutate({ verb: 'replace' }).mutate({ object: { spec: { nodeName: 1 } } })
})

test('optimistic receives the variables of its mutation', () => {
  hooks.useScale({
    resource: 'deployments',
    optimistic: ({ replicas }: { replicas: number }) => ({ spec: { replicas } }),
  })
  podHooks.useMutate({
    mutationFn: (name: string) => ({ verb: 'delete', object: { name } }),
    optimistic: (name: string) => ({ metadata: { labels: { name } } }),
  })
  podHooks.useDelete({ optimistic: false })
})

test('a mutationFn decides the variables and the response', () => {
  const at = { namespace: 'default', name: 'web' }
  const scale = hooks.useMutate({
    resource: 'deployments',
    mutationFn: (replicas: number) => ({
      verb: 'patch',
      object: at,
      patch: { spec: { replicas } },
      options: { subresource: 'scale' },
    }),
  })
  expectTypeOf(scale.mutate).parameter(0).toEqualTypeOf<number>()
  expectTypeOf(scale.data).toEqualTypeOf<Scale | undefined>()
  const remove = hooks.useMutate({ resource: 'pods', mutationFn: () => ({ verb: 'delete', object: at }) })
  remove.mutate()
  expectTypeOf(remove.data).toEqualTypeOf<Deletion<Pod> | undefined>()
  const change = podHooks.useMutate({
    mutationFn: (nodeName: string) => ({ object: at, change: pod => ({ ...pod, spec: { nodeName } }) }),
  })
  expectTypeOf(change.data).toEqualTypeOf<Pod | undefined>()
  hooks.useMutate({
    resource: 'pods',
    // @ts-expect-error a patch needs the name of an object
    mutationFn: () => ({ verb: 'patch', patch: {} }),
  })
})

test('scale, delete and apply have the types of their writes', () => {
  const at = { namespace: 'default', name: 'web' }
  hooks.useScale({ resource: 'deployments' }).mutate({ object: at, replicas: 3 })
  hooks.useScale({ resource: 'deployments' }).mutate({ object: {} as Deployment, replicas: 3 })
  hooks.useScale({ resource: 'deployments' }).mutate({ object: 'default/web', replicas: 3 })
  // @ts-expect-error the number is missing
  hooks.useScale({ resource: 'deployments' }).mutate({ object: at })
  // @ts-expect-error Pods have no subresource scale
  hooks.useScale({ resource: 'pods' })
  hooks.useDelete({ resource: 'pods' }).mutate({ object: at, options: { gracePeriodSeconds: 0 } })
  hooks.useDelete({ resource: 'pods' }).mutate({ object: {} as Pod })
  hooks.useDelete({ resource: 'pods' }).mutate({ object: 'default/web' })
  // @ts-expect-error the name is `object`
  hooks.useDelete({ resource: 'pods' }).mutate({ at })
  const apply = hooks.useApply({ resource: 'deployments', fieldManager: 'dashboard' })
  apply.mutate({ object: { metadata: at, spec: { replicas: 3 } }, force: true })
  // @ts-expect-error the type of a field
  apply.mutate({ object: { metadata: at, spec: { replicas: '3' } } })
  expectTypeOf(apply.preview.data?.object).toEqualTypeOf<Deployment | undefined>()
  expectTypeOf(apply.conflicts[0]?.manager).toEqualTypeOf<string | undefined>()
})

test('a hook shows namespaces, and a scope says what is requested', () => {
  const namespace = ['a', 'b'] as const
  hooks.useLister({ resource: 'pods', namespace })
  hooks.useByIndex('node', 'n1', {
    resource: 'pods',
    namespace,
    scope: { namespace: '', labelSelector: 'a' },
  })
  hooks.useIndexValues('node', { resource: 'pods', namespace: 'a' })
  hooks.useSuspenseLister({ resource: 'pods', namespace })
  hooks.useSuspenseByIndex('node', 'n1', { resource: 'pods', namespace })
  hooks.useSuspenseResourceTable('pods', { namespace, scope: { labelSelector: { app: 'web' } } })
  hooks.useInformerStatus({ resource: 'pods', namespace })
  hooks.useObject('a/b', { resource: 'pods', scope: { namespace: 'a' } })
  // @ts-expect-error an object has its own namespace
  hooks.useObject('a/b', { resource: 'pods', namespace: 'a' })
  // @ts-expect-error a selector is a part of the scope
  hooks.useLister({ resource: 'pods', labelSelector: 'app=web' })
  // @ts-expect-error a request has one namespace
  hooks.useLister({ resource: 'pods', scope: { namespace: ['a', 'b'] } })
  connection.observe({
    resource: 'pods',
    namespace,
    slice: { target: { type: 'index', index: 'node', value: 'n1' } },
  })
})

test('C-GEN-20: field selectors name the selectable fields of the resource', () => {
  gadgetHooks.useLister({ resource: 'gadgets', scope: { fieldSelector: { 'spec.color': 'red' } } })
  gadgetHooks.useInformerStatus({
    resource: 'gadgets',
    scope: { fieldSelector: { 'metadata.name': { not: 'a' } } },
  })
  gadgetHooks.useLister({ resource: 'gadgets', scope: { fieldSelector: 'spec.size=1' } })
  // @ts-expect-error no selectable field
  gadgetHooks.useLister({ resource: 'gadgets', scope: { fieldSelector: { 'spec.size': '1' } } })
  const scope = { fieldSelector: { 'spec.size': '1' } } as const
  // @ts-expect-error no selectable field
  gadgetHooks.useIndexValues('namespace', { resource: 'gadgets', scope })
  hooks.useLister({ resource: 'pods', scope: { fieldSelector: { 'spec.nodeName': 'n1' } } })
})
