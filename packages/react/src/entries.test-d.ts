import type { Deletion, KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { Connection, SliceState } from '@kube-informer/worker'
import { QueryClient, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expectTypeOf, test } from 'vitest'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { InformerHydrationBoundary } from './hydration/index.ts'
import { createSliceStore, InformerErrorBoundary } from './index.ts'
import { type InformerQueryKey, informerMutationOptions, informerQueryOptions } from './query/index.ts'
import { type DehydratedInformers, dehydrateInformers, serializeForScript } from './server/index.ts'
import {
  connection,
  type Deployment,
  informers,
  type Pod,
  type Widget,
  widgets,
} from './test/typed-informers.ts'
import {
  createFakeConnection,
  createTestInformers,
  type FakeMutation,
  type InformerView,
  renderWithInformers,
} from './testing/index.ts'

test('a slice store is a StoreApi of zustand, typed by its resource', () => {
  const store = createSliceStore(connection, { resource: 'pods' })
  expectTypeOf(store).toEqualTypeOf<StoreApi<SliceState<Pod>>>()
  expectTypeOf(useStore(store, state => state.data)).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(useStore(store)).toEqualTypeOf<SliceState<Pod>>()
  store.subscribe(({ total }, previous) => expectTypeOf(previous.total).toEqualTypeOf(total))
  expectTypeOf(createSliceStore(connection, { resource: widgets })).toEqualTypeOf<
    StoreApi<SliceState<Widget>>
  >()
  createSliceStore(connection, {
    resource: 'pods',
    slice: { target: { type: 'index', index: 'node', value: 'n1' }, sort: { by: 'restarts' } },
  })
  // @ts-expect-error no such resource
  createSliceStore(connection, { resource: 'podz' })
  // @ts-expect-error no such comparator
  createSliceStore(connection, { resource: 'pods', slice: { sort: { by: 'restartz' } } })
  // @ts-expect-error an index of another resource
  createSliceStore(connection, { resource: 'deployments', slice: { groupBy: 'node' } })
})

test('queries of react-query have the types of the definition', () => {
  const options = informerQueryOptions(connection, { resource: 'deployments' }, { cluster: 'prod' })
  expectTypeOf(options.queryKey).toExtend<InformerQueryKey>()
  expectTypeOf(useQuery(options).data).toEqualTypeOf<SliceState<Deployment> | undefined>()
  expectTypeOf(useQuery(options).error).toEqualTypeOf<Error | null>()
  expectTypeOf(useSuspenseQuery(options).data).toEqualTypeOf<SliceState<Deployment>>()
  const select = ({ total }: SliceState<Deployment>) => total
  expectTypeOf(useQuery({ ...options, select }).data).toEqualTypeOf<number | undefined>()
  expectTypeOf(useSuspenseQuery({ ...options, select }).data).toEqualTypeOf<number>()
  const client = new QueryClient()
  expectTypeOf(client.getQueryData(options.queryKey)).toEqualTypeOf<SliceState<Deployment> | undefined>()
  expectTypeOf(client.fetchQuery(options)).resolves.toEqualTypeOf<SliceState<Deployment>>()
  expectTypeOf(client.ensureQueryData(options)).resolves.toEqualTypeOf<SliceState<Deployment>>()
  expectTypeOf(client.prefetchQuery(options)).resolves.toEqualTypeOf<void>()
  expectTypeOf(useSuspenseQuery(informerQueryOptions(connection, { resource: widgets })).data).toEqualTypeOf<
    SliceState<Widget>
  >()
  // @ts-expect-error no such resource
  informerQueryOptions(connection, { resource: 'podz' })
  informerQueryOptions(connection, {
    resource: 'pods',
    // @ts-expect-error no such index
    slice: { target: { type: 'index', index: 'nodes', value: 'n1' } },
  })
  // @ts-expect-error no such comparator
  informerQueryOptions(connection, { resource: 'pods', slice: { sort: { by: 'restartz' } } })
})

test('mutations of react-query have the types of the definition', () => {
  const { mutate, data } = useMutation(
    informerMutationOptions(connection, { resource: 'pods', verb: 'delete' }),
  )
  mutate({ object: { namespace: 'default', name: 'web-0' } })
  mutate({ object: 'default/web-0' })
  mutate({ object: {} as Pod })
  expectTypeOf(data).toEqualTypeOf<Deletion<Pod> | undefined>()
  // @ts-expect-error a delete has no patch
  mutate({ patch: {} })
  const change = informerMutationOptions(connection, {
    resource: 'pods',
    mutationFn: (name: string) => ({ verb: 'delete', object: { namespace: 'default', name } }),
  })
  expectTypeOf(useMutation(change).mutate).parameter(0).toEqualTypeOf<string>()
  expectTypeOf(useMutation(change).mutateAsync).returns.resolves.toEqualTypeOf<Deletion<Pod>>()
  // @ts-expect-error no such resource
  informerMutationOptions(connection, { resource: 'podz', verb: 'delete' })
  // @ts-expect-error no such verb
  informerMutationOptions(connection, { resource: 'pods', verb: 'update' })
})

test('what a server dehydrates are subscriptions of the definition', () => {
  expectTypeOf(
    dehydrateInformers(connection, [{ resource: 'pods' }, { resource: widgets }]),
  ).resolves.toEqualTypeOf<DehydratedInformers>()
  void dehydrateInformers(connection, [{ resource: 'pods' }], {
    onError: (error, { resource }) => {
      expectTypeOf(error).toEqualTypeOf<unknown>()
      expectTypeOf(resource).toEqualTypeOf<'pods' | 'deployments' | ResourceDefinition>()
    },
  })
  // @ts-expect-error no such resource
  void dehydrateInformers(connection, [{ resource: 'podz' }])
  expectTypeOf(serializeForScript).returns.toEqualTypeOf<string>()
})

test('the boundaries are components of both versions of React', () => {
  expectTypeOf(InformerHydrationBoundary({ state: '{}', onIgnored: console.warn })).toEqualTypeOf<ReactNode>()
  const boundary = new InformerErrorBoundary({
    fallback: ({ error, reset }) => {
      expectTypeOf(error).toEqualTypeOf<unknown>()
      expectTypeOf(reset).toEqualTypeOf<() => void>()
      return String(error)
    },
  })
  expectTypeOf(boundary.render()).toEqualTypeOf<ReactNode>()
  // @ts-expect-error no fallback
  new InformerErrorBoundary({})
})

test('the test kit has the types of the definition', async () => {
  const view = await renderWithInformers('ui', { informers, resource: 'pods', objects: [] })
  expectTypeOf(view).toEqualTypeOf<InformerView<typeof informers>>()
  expectTypeOf(view.connection).toEqualTypeOf<Connection<typeof informers>>()
  expectTypeOf(view.waitFor(() => 1)).resolves.toEqualTypeOf<number>()
  // @ts-expect-error no such resource
  void createTestInformers({ informers, resource: 'podz' })
  // @ts-expect-error no definition
  void createTestInformers({ objects: [] })
  const fake = createFakeConnection(informers)
  expectTypeOf(fake.connection).toEqualTypeOf<Connection<typeof informers>>()
  expectTypeOf(fake.mutations).toEqualTypeOf<readonly FakeMutation[]>()
  expectTypeOf(fake.push).parameter(1).toEqualTypeOf<Partial<SliceState<KubernetesObject>>>()
})
