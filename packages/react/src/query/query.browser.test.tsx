import { isForbidden } from '@kube-informer/core'
import {
  dehydrate,
  hydrate,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { at, deploymentOf, informers, renderDeployment } from '../test/deployments.tsx'
import { actOn } from '../testing/act-on.ts'
import { createFakeConnection } from '../testing/create-fake-connection.ts'
import { createTestInformers, type TestInformers } from '../testing/create-test-informers.ts'
import { informerMutationOptions } from './informer-mutation-options.ts'
import { informerQueryOptions } from './informer-query-options.ts'

type Informers = TestInformers<typeof informers>

const ALL = { resource: 'deployments' } as const
const NOTHING = { resource: 'deployments', scope: { namespace: 'empty' } } as const

async function start(options: Partial<Parameters<typeof createTestInformers<typeof informers>>[0]> = {}) {
  const rig = await createTestInformers({ informers, objects: [deploymentOf(1)], ...options })
  const client = new QueryClient()
  onTestFinished(() => {
    client.clear()
    rig.close()
  })
  return { ...rig, client }
}

/** Renders below a QueryClient. */
async function renderQuery(client: QueryClient, ui: ReactNode) {
  const view = await renderDeployment(<QueryClientProvider client={client}>{ui}</QueryClientProvider>)
  const rerender = (next: ReactNode) =>
    view.rerender(<QueryClientProvider client={client}>{next}</QueryClientProvider>)
  return { container: view.container, rerender }
}

/** What a query shows, and what it rendered last. */
function probe(rig: Informers, subscription: typeof ALL | typeof NOTHING = ALL) {
  const results: ReturnType<typeof useIt>[] = []
  const useIt = () => useQuery(informerQueryOptions(rig.connection, subscription))
  const Probe = (): ReactNode => {
    const result = useIt()
    results.push(result)
    return `${result.status} ${result.data?.data.map(({ spec }) => spec?.replicas).join()}`
  }
  const now = () => {
    const last = results.at(-1)
    if (!last) throw new Error('not rendered')
    return last
  }
  return { Probe, now, results }
}

const watchesOf = ({ server }: Pick<Informers, 'server'>) =>
  server.requests.filter(({ kind }) => kind === 'watch').length
const listsOf = ({ server }: Pick<Informers, 'server'>) =>
  server.requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1').length

test('the data of a query is the slice, pushed by the informer without a fetch', async () => {
  const rig = await start()
  const { Probe, now, results } = probe(rig)
  const view = await renderQuery(
    rig.client,
    <StrictMode>
      <Probe />
      <Probe />
    </StrictMode>,
  )
  expect(now().fetchStatus).toBe('fetching')
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 1success 1'))
  await rig.waitFor(() => expect(now().isStale).toBe(false))
  results.length = 0
  rig.server.update({ ...deploymentOf(4) })
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 4success 4'))
  expect(results.some(({ isFetching }) => isFetching)).toBe(false)
  expect(now().data).toBe(rig.connection.observe(ALL).getState())
  expect(listsOf(rig)).toBe(1)
})

test('the subscription ends with the garbage collection of the query, and a component that comes earlier finds the rows', async () => {
  const rig = await start()
  const options = informerQueryOptions(rig.connection, ALL)
  const { Probe } = probe(rig)
  const view = await renderQuery(rig.client, <Probe />)
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 1'))
  await view.rerender(null)
  rig.server.update(deploymentOf(2))
  await rig.advance(60_000)
  expect(rig.client.getQueryData(options.queryKey)?.data[0]?.spec?.replicas).toBe(2)
  await view.rerender(<Probe />)
  expect(view.container.textContent).toBe('success 2')
  await view.rerender(null)
  rig.client.removeQueries({ queryKey: ['kube-informer'] })
  await rig.advance(60_000)
  expect(rig.server.openWatches).toBe(0)
})

test('a query is removed by its own timer, although its data change meanwhile', async () => {
  const rig = await start()
  await Promise.all([
    rig.client.prefetchQuery({ ...informerQueryOptions(rig.connection, ALL), gcTime: 20 }),
    rig.waitFor(() => expect(rig.client.getQueryCache().getAll()[0]?.state.status).toBe('success')),
  ])
  rig.server.update(deploymentOf(2))
  await rig.advance()
  await vi.waitFor(() => expect(rig.client.getQueryCache().getAll()).toEqual([]))
  await rig.advance(60_000)
  expect(rig.server.openWatches).toBe(0)
})

test('a query that is removed before its first rows ends its request', async () => {
  const { connection, activeKeys } = createFakeConnection(informers)
  const client = new QueryClient()
  const fetched = client.prefetchQuery(informerQueryOptions(connection, ALL))
  expect(activeKeys()).toHaveLength(1)
  client.removeQueries()
  await fetched
  expect(activeKeys()).toEqual([])
})

test('useSuspenseQuery suspends until the first rows, and prefetchQuery spares the wait', async () => {
  const rig = await start()
  const Rows = (): ReactNode => useSuspenseQuery(informerQueryOptions(rig.connection, ALL)).data.total
  const view = await renderQuery(
    rig.client,
    <Suspense fallback="waiting">
      <Rows />
    </Suspense>,
  )
  expect(view.container.textContent).toBe('waiting')
  await rig.waitFor(() => expect(view.container.textContent).toBe('1'))
  await view.rerender(null)
  await view.rerender(<Rows />)
  expect(view.container.textContent).toBe('1')
})

test('invalidateQueries makes the informer check its state with the server, once for all queries', async () => {
  const rig = await start()
  const [all, nothing] = [probe(rig), probe(rig, NOTHING)]
  const view = await renderQuery(
    rig.client,
    <>
      <all.Probe />
      <nothing.Probe />
    </>,
  )
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 1success '))
  const reconnect = vi.spyOn(rig.connection, 'reconnect')
  const before = watchesOf(rig)
  await actOn(() => rig.client.invalidateQueries({ queryKey: ['kube-informer'] }))
  expect(reconnect).toHaveBeenCalledTimes(1)
  await rig.advance(1_000)
  expect(watchesOf(rig)).toBeGreaterThan(before)
  expect([all.now().status, all.now().isFetching]).toEqual(['success', false])
  // A component that mounts does not.
  await view.rerender(<all.Probe />)
  expect(reconnect).toHaveBeenCalledTimes(1)
})

test('an error without data is the error of the query, which recovers with the informer', async () => {
  const faults = [{ match: { resource: 'deployments' }, action: { type: 'status', code: 403 } }] as const
  const rig = await start({ faults })
  const { Probe, now } = probe(rig)
  const view = await renderQuery(rig.client, <Probe />)
  await rig.waitFor(() => expect(isForbidden(now().error)).toBe(true))
  await actOn(() => void rig.client.invalidateQueries())
  await rig.advance(10_000)
  expect([now().status, now().isFetching]).toEqual(['error', false])
  rig.server.faults.clear()
  await actOn(() => void rig.client.invalidateQueries())
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 1'))
  expect(now().error).toBe(null)
})

test('a broken watch makes the query stale, with its data and the error, until it is live again', async () => {
  const rig = await start()
  const { Probe, now } = probe(rig)
  const view = await renderQuery(rig.client, <Probe />)
  await rig.waitFor(() => expect([view.container.textContent, now().isStale]).toEqual(['success 1', false]))
  rig.server.faults.add({ match: { watch: true }, action: { type: 'status', code: 500 } })
  rig.server.dropWatches()
  await rig.waitFor(() => expect(now().status).toBe('error'))
  expect([now().isStale, now().data?.total, now().isRefetchError]).toEqual([true, 1, true])
  rig.server.faults.clear()
  await rig.waitFor(() => expect([now().status, now().isStale]).toEqual(['success', false]))
})

test('after a sign-out the query has no rows', async () => {
  const rig = await start({ connection: { identity: 'ada' } })
  const { Probe, now } = probe(rig)
  const view = await renderQuery(rig.client, <Probe />)
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 1'))
  void rig.connection.signOut()
  await rig.waitFor(() => expect(now().status).toBe('error'))
  expect(now().data?.data).toEqual([])
})

test('data that was hydrated is shown, and followed from then on', async () => {
  const rig = await start()
  const server = new QueryClient()
  const options = informerQueryOptions(rig.connection, ALL, { cluster: 'prod' })
  server.setQueryData(options.queryKey, { ...rig.connection.observe(ALL).getState(), total: 7 })
  hydrate(rig.client, JSON.parse(JSON.stringify(dehydrate(server))))
  const totals: (number | undefined)[] = []
  const Total = (): ReactNode => {
    totals.push(useQuery(options).data?.total)
    return totals.at(-1)
  }
  const view = await renderQuery(rig.client, <Total />)
  await rig.waitFor(() => expect(view.container.textContent).toBe('1'))
  expect(totals[0]).toBe(7)
})

test('two connections have queries of their own', async () => {
  const [one, two] = [await start(), await start({ objects: [deploymentOf(5)] })]
  const [first, second] = [probe(one), probe(two)]
  const view = await renderQuery(
    one.client,
    <>
      <first.Probe />
      <second.Probe />
    </>,
  )
  await one.advance()
  await two.waitFor(() => expect(view.container.textContent).toBe('success 1success 5'))
})

test('a mutation of react-query shows its change in the query at once, and rolls it back', async () => {
  const rig = await start()
  const { Probe } = probe(rig)
  const results: ReturnType<typeof useScaling>[] = []
  const useScaling = () =>
    useMutation(
      informerMutationOptions(rig.connection, {
        resource: 'deployments',
        mutationFn: (replicas: number) => ({
          verb: 'patch',
          object: at,
          patch: { spec: { replicas } },
          options: { subresource: 'scale' },
        }),
      }),
    )
  const Scaling = (): ReactNode => {
    results.push(useScaling())
    return null
  }
  const view = await renderQuery(
    rig.client,
    <>
      <Probe />
      <Scaling />
    </>,
  )
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 1'))
  rig.server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'delay', ms: 1_000 } })
  rig.server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'status', code: 403 } })
  await actOn(() => results.at(-1)?.mutate(9))
  await rig.advance()
  expect(view.container.textContent).toBe('success 9')
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 1'))
  expect(isForbidden(results.at(-1)?.error)).toBe(true)
  await actOn(() => results.at(-1)?.mutate(3))
  await rig.waitFor(() => expect(view.container.textContent).toBe('success 3'))
})
