import { byPath, defineResource, encodeRow, type KubernetesObject } from '@kube-informer/core'
import {
  type Connection,
  createQueries,
  defineInformers,
  informer,
  type Subscription,
  subscriptionKey,
} from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createInformerHooks } from './create-informer-hooks.ts'
import { InformerHydrationBoundary } from './hydration/informer-hydration-boundary.tsx'
import { informerQueryOptions } from './query/informer-query-options.ts'
import { dehydrateInformers } from './server/dehydrate-informers.ts'
import { podNamed } from './test/pods.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const informers = defineInformers({
  pods: informer(pods, { indexers: { node: byPath('spec.nodeName') } }),
  others: { resource: pods },
})
const queries = createQueries(informers)
const hooks = createInformerHooks(informers, { resource: 'others' })

/** The key of the subscription that a hook sends to its connection. */
function keyOf(useHook: () => unknown): string {
  const keys: string[] = []
  const connection = {
    definitions: informers,
    status: { state: 'connecting' },
    subscribeStatus: () => () => {},
    observe(subscription: Subscription) {
      keys.push(subscriptionKey(subscription))
      return { getState: () => INITIAL_SLICE_STATE, subscribe: () => () => {} }
    },
    ensure: () => new Promise(() => {}),
  } as unknown as Connection<typeof informers>
  const Hook = (): ReactNode => {
    try {
      // biome-ignore lint/correctness/useHookAtTopLevel: it is rendered once
      useHook()
    } catch (thrown) {
      // A hook that suspends throws a promise.
      if (thrown instanceof Error) throw thrown
    }
    return null
  }
  renderToString(
    <hooks.InformerProvider connection={connection}>
      <Hook />
    </hooks.InformerProvider>,
  )
  return keys.join()
}

const name = fc.constantFrom('a', 'b', 'c')
const names = fc.oneof(name, fc.array(name, { maxLength: 3 }))
const optional = <T,>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const scope = optional(
  fc.record(
    {
      namespace: fc.constantFrom('', 'a'),
      labelSelector: fc.constantFrom('app=web', { tier: 'x', app: 'web' }),
      fieldSelector: fc.constant('spec.nodeName=n1'),
    },
    { requiredKeys: [] },
  ),
)
const place = { cluster: optional(name), namespace: optional(fc.oneof(fc.constant(''), names)), scope }
const filter = optional(
  fc.record(
    { text: name, where: fc.constant({ path: 'spec.nodeName', eq: 'n1' } as const) },
    { requiredKeys: [] },
  ),
)
const window = optional(
  fc.oneof(
    fc.record({ offset: optional(fc.nat(9)), limit: fc.nat(9) }),
    fc.record({ anchor: name, before: fc.nat(9), limit: fc.nat(9) }),
  ),
)
const rows = {
  ...place,
  filter,
  window,
  sort: optional(
    fc.array(
      fc.record({
        by: fc.constantFrom('metadata.name', 'spec.nodeName') as fc.Arbitrary<'metadata.name'>,
        descending: optional(fc.boolean()),
      }),
    ),
  ),
  clampWindow: optional(fc.boolean()),
  groupFiltered: optional(fc.boolean()),
}
const rowOptions = fc.record(
  { ...rows, groupBy: optional(fc.constantFrom('namespace', 'node')) },
  { requiredKeys: [] },
)
const tableOptions = fc.record(
  {
    ...rows,
    filter: optional(fc.record({ text: name })),
    sort: optional(fc.constant({ by: 'cells[2]' } as const)),
    groupBy: optional(fc.constant('namespace' as const)),
  },
  { requiredKeys: [] },
)
const resource = 'pods'

/** Expects a hook with options, the hook with the query, and the query itself to be the same, and also after JSON. */
function expectSame(
  query: Subscription,
  useOptions: () => unknown,
  useQuery: (query: never) => unknown,
): void {
  const key = subscriptionKey(query)
  expect(key).toBe(JSON.stringify(query))
  expect(keyOf(useOptions)).toBe(key)
  expect(keyOf(() => useQuery(query as never))).toBe(key)
  expect(keyOf(() => useQuery(JSON.parse(key) as never))).toBe(key)
}

test('useLister and its query are one subscription', () => {
  fc.assert(
    fc.property(rowOptions, options => {
      const query = queries.all(resource, options) as Subscription
      expectSame(query, () => hooks.useLister({ ...options, resource }), hooks.useLister)
      expectSame(query, () => hooks.useSuspenseLister({ ...options, resource }), hooks.useSuspenseLister)
    }),
  )
})

test('useByIndex and its query are one subscription', () => {
  fc.assert(
    fc.property(fc.constantFrom('namespace', 'node'), names, rowOptions, (index, value, options) => {
      const query = queries.byIndex(resource, index, value, options) as Subscription
      const given = { ...options, resource } as const
      expectSame(query, () => hooks.useByIndex(index, value, given), hooks.useByIndex)
      expectSame(query, () => hooks.useSuspenseByIndex(index, value, given), hooks.useSuspenseByIndex)
    }),
  )
})

test("useByIndex('namespace', x) is useLister({ namespace: x })", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant(''), names), namespace => {
      const byIndex = keyOf(() => hooks.useByIndex('namespace', namespace, { resource }))
      expect(keyOf(() => hooks.useLister({ resource, namespace }))).toBe(byIndex)
    }),
  )
})

test('useObject and its query are one subscription', () => {
  const objects = fc.oneof(
    fc.constant('a/b'),
    fc.record({ cluster: optional(name), namespace: optional(name), name }),
    fc.record({ metadata: fc.record({ namespace: name, name }), kind: fc.constant('Pod') }),
  )
  const options = fc.record({ cluster: optional(name), scope }, { requiredKeys: [] })
  fc.assert(
    fc.property(objects, options, (object, given) => {
      const query = queries.byKey(resource, object, given) as Subscription
      expectSame(query, () => hooks.useObject(object, { ...given, resource }), hooks.useObject)
      expectSame(
        query,
        () => hooks.useSuspenseObject(object, { ...given, resource }),
        hooks.useSuspenseObject,
      )
    }),
  )
})

test('useIndexValues and its query are one subscription', () => {
  const options = fc.record({ ...place, filter, includeEmpty: optional(fc.boolean()) }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.constantFrom('namespace', 'node'), options, (index, given) => {
      const query = queries.indexValues(resource, index, given) as Subscription
      expectSame(query, () => hooks.useIndexValues(index, { ...given, resource }), hooks.useIndexValues)
    }),
  )
})

test('useResourceTable and its query are one subscription', () => {
  fc.assert(
    fc.property(tableOptions, options => {
      const query = queries.table(resource, options) as unknown as Subscription
      expectSame(query, () => hooks.useResourceTable(resource, options), hooks.useResourceTable)
      expectSame(
        query,
        () => hooks.useSuspenseResourceTable(resource, options),
        hooks.useSuspenseResourceTable,
      )
    }),
  )
})

test('useInformerStatus shows the status of a query, whatever its rows are', () => {
  fc.assert(
    fc.property(rowOptions, options => {
      const { cluster, namespace, scope: requested } = options
      const ofQuery = keyOf(() => hooks.useInformerStatus(queries.all(resource, options)))
      expect(keyOf(() => hooks.useInformerStatus({ resource, cluster, namespace, scope: requested }))).toBe(
        ofQuery,
      )
      expect(ofQuery).toContain('"status"')
    }),
  )
})

test('a query that a server has rendered is what the hooks below show', async () => {
  const read = {
    definitions: informers,
    snapshot: async () => ({
      rows: [
        encodeRow({ ...podNamed('a'), metadata: { name: 'a', namespace: 'default', resourceVersion: '7' } }),
      ],
      total: 1,
      groups: [],
      resourceVersion: '7',
      isWhole: true,
    }),
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('namespace', 'node'),
      names,
      rowOptions,
      async (index, value, options) => {
        const query = queries.byIndex(resource, index, value, options)
        const state = await dehydrateInformers(read as unknown as Connection<typeof informers>, [query])
        const Names = (): ReactNode => {
          const shown = [hooks.useByIndex(query), hooks.useByIndex(index, value, { ...options, resource })]
          return shown
            .flatMap(({ data }) => data as readonly KubernetesObject[])
            .map(row => row.metadata?.name)
        }
        const html = renderToString(
          <hooks.InformerProvider
            connection={{ definitions: informers, subscribeStatus: () => () => {} } as never}
          >
            <InformerHydrationBoundary state={JSON.parse(JSON.stringify(state))}>
              <Names />
            </InformerHydrationBoundary>
          </hooks.InformerProvider>,
        )
        expect(html.replaceAll('<!-- -->', '')).toBe('aa')
      },
    ),
    { numRuns: 30 },
  )
})

test('a query of TanStack Query has one key, in whichever way its subscription is written', () => {
  const connection = { definitions: informers } as unknown as Connection<typeof informers>
  const target = { type: 'index', index: 'namespace', value: 'a' } as const
  const keys = [
    queries.all(resource, { namespace: ['a'] }),
    { resource, slice: { target } } as const,
    { resource, namespace: 'a', scope: {} } as const,
  ].map(subscription => informerQueryOptions(connection, subscription, { cluster: 'prod' }).queryKey)
  expect(keys).toEqual(Array(3).fill(['kube-informer', 'prod', { resource, namespace: 'a' }]))
})

test('what disables a hook disables it in place of a query', () => {
  for (const off of [null, undefined]) {
    expect(keyOf(() => hooks.useByIndex(off))).toBe('')
    expect(keyOf(() => hooks.useObject(off))).toBe('')
    expect(keyOf(() => hooks.useResourceTable(off))).toBe('')
    expect(keyOf(() => hooks.useIndexValues(off))).toBe('')
  }
})
