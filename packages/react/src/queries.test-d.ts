import type { TableObject } from '@kube-informer/core'
import {
  createQueries,
  type InformerDefinitions,
  type SliceState,
  type Subscription,
} from '@kube-informer/worker'
import { useQuery } from '@tanstack/react-query'
import { expectTypeOf, test } from 'vitest'
import { queries as registered } from './queries.ts'
import { informerQueryOptions } from './query/index.ts'
import { dehydrateInformers } from './server/index.ts'
import { createSliceStore } from './slice-store.ts'
import {
  connection,
  type Deployment,
  hooks,
  informers,
  type Pod,
  type Widget,
  widgets,
} from './test/typed-informers.ts'
import { createFakeConnection } from './testing/index.ts'

const queries = createQueries(informers)
const onNode = queries.byIndex('pods', 'node', 'n1', { namespace: ['a', 'b'], sort: { by: 'restarts' } })
const web = queries.byKey('deployments', { namespace: 'a', name: 'web' })
const table = queries.table(widgets, { namespace: 'a' })
const counts = queries.indexValues('pods', 'node')

test('hooks show queries with the types of their rows', () => {
  expectTypeOf(hooks.useLister(onNode).data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(hooks.useLister(queries.all(widgets)).data).toEqualTypeOf<readonly Widget[]>()
  expectTypeOf(hooks.useByIndex(onNode).data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(hooks.useByIndex(onNode, { select: pod => pod.spec.nodeName }).data).toEqualTypeOf<
    readonly (string | undefined)[]
  >()
  expectTypeOf(hooks.useLister(onNode, { enabled: false, select: pod => pod.spec }).data).toEqualTypeOf<
    readonly Pod['spec'][]
  >()
  expectTypeOf(hooks.useObject(web).data).toEqualTypeOf<Deployment | undefined>()
  expectTypeOf(hooks.useObject(web, { select: ({ spec }) => spec.replicas }).data).toEqualTypeOf<
    number | undefined
  >()
  expectTypeOf(hooks.useResourceTable(table).data).toEqualTypeOf<readonly TableObject[]>()
  expectTypeOf(hooks.useSuspenseLister(onNode).data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(hooks.useSuspenseByIndex(onNode, { connection }).data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(hooks.useSuspenseObject(web).data).toEqualTypeOf<Deployment | undefined>()
  expectTypeOf(hooks.useSuspenseResourceTable(table).data).toEqualTypeOf<readonly TableObject[]>()
  hooks.useIndexValues(counts, { placeholderData: [] })
  hooks.useInformerStatus(onNode)
  hooks.useInformerStatus(table, { enabled: false })
  hooks.useByIndex(null)
  hooks.useObject({ metadata: { namespace: 'a', name: 'b' } }, { resource: 'pods' })
})

test('a hook shows the queries that are its own, and options are those of the hook', () => {
  // @ts-expect-error a query of a list does not name one object
  hooks.useObject(onNode)
  // @ts-expect-error a Table has a hook of its own
  hooks.useLister(table)
  // @ts-expect-error a Table has a hook of its own
  hooks.useByIndex(table)
  // @ts-expect-error the objects are no Table
  hooks.useResourceTable(onNode)
  // @ts-expect-error the filter is a part of the query
  hooks.useByIndex(onNode, { filter: { text: 'a' } })
  // @ts-expect-error the filter is a part of the query
  hooks.useLister(onNode, { filter: { text: 'a' } })
  // @ts-expect-error a hook that suspends cannot be disabled
  hooks.useSuspenseByIndex(onNode, { enabled: false })
})

test('stores, hydration, TanStack Query and the test kit accept queries', () => {
  expectTypeOf(createSliceStore(connection, onNode).getState()).toEqualTypeOf<SliceState<Pod>>()
  expectTypeOf(createSliceStore(connection, table).getState()).toEqualTypeOf<SliceState<TableObject>>()
  dehydrateInformers(connection, [onNode, web, table, counts])
  expectTypeOf(useQuery(informerQueryOptions(connection, web)).data).toEqualTypeOf<
    SliceState<Deployment> | undefined
  >()
  const { push } = createFakeConnection(informers)
  push(onNode, { data: [] })
  push(table, { data: [] })
})

test('of a general definition they accept any name', () => {
  const general = createQueries<InformerDefinitions>({})
  expectTypeOf(general.byIndex('any', 'any', 'x')).toExtend<Subscription>()
  // The demo registers its definition.
  expectTypeOf(registered.all('pods')).toExtend<{ readonly resource: 'pods' }>()
})
