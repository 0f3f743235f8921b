import { definitionsFingerprint } from '@kube-informer/worker/internal'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useStore } from 'zustand'
import { DEHYDRATED_VERSION } from './hydration/dehydrated.ts'
import { InformerHydrationBoundary } from './hydration/informer-hydration-boundary.tsx'
import { keepPreviousData } from './placeholder.ts'
import { informerQueryOptions } from './query/informer-query-options.ts'
import { createSliceStore } from './slice-store.ts'
import { createConcurrentPage } from './test/concurrent.tsx'
import { byNamespace, hooks, LIVE, slice } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { createFakeConnection, type FakeConnection } from './testing/create-fake-connection.ts'

// React gives way within every render of these tests, and a change arrives meanwhile.

type Fake = FakeConnection<typeof informers>
type Connection = Fake['connection']

const all = slice({ type: 'all' })
const key = slice({ type: 'key', key: 'default/a' })
const groups = slice({ type: 'all' }, { groupBy: 'namespace', window: { offset: 0, limit: 0 } })

/** Shows a number in every state that can be read. */
function show({ push, pushTree, decide, setStatus }: Fake, shown: number): void {
  const row = { ...podNamed('a'), status: { phase: String(shown) } }
  for (const subscription of [all, key, byNamespace('a')])
    push(subscription, { data: [row], total: shown, status: LIVE })
  push(groups, { groups: [{ value: 'a', count: shown }], status: LIVE })
  push(slice({ type: 'status' }), { status: { ...LIVE, counters: { ...LIVE.counters, objects: shown } } })
  pushTree({
    root: { resource: 'pods', object: row, children: [], total: shown, events: [], eventTotal: 0 },
    status: { data: 'complete', link: 'live', failures: [] },
    freshness: { state: 'live' },
  })
  decide({ verb: 'list', resource: 'pods' }, { allowed: true, reason: String(shown) })
  setStatus({ restarts: shown })
}

test.each<[string, (connection: Connection) => ReactNode]>([
  ['useLister', connection => hooks.useLister({ connection }).total],
  ['select', connection => hooks.useLister({ connection, select: pod => pod.status?.phase }).data],
  ['useByIndex', connection => hooks.useByIndex('namespace', 'a', { connection }).data[0]?.status?.phase],
  ['useObject', connection => hooks.useObject('default/a', { connection }).data?.status?.phase],
  ['useIndexValues', connection => hooks.useIndexValues('namespace', { connection }).data[0]?.count],
  ['useInformerStatus', connection => hooks.useInformerStatus({ connection }).counters.objects],
  ['useConnectionStatus', connection => hooks.useConnectionStatus({ connection }).restarts],
  ['useAccess', connection => hooks.useAccess({ verb: 'list', connection }).reason],
  [
    'useRelated',
    connection => hooks.useRelated({ resource: 'pods', object: 'a' }, { connection }).data?.total,
  ],
  ['useSuspenseLister', connection => hooks.useSuspenseLister({ connection }).total],
  ['useSuspenseByIndex', connection => hooks.useSuspenseByIndex('namespace', 'a', { connection }).total],
  ['useSuspenseObject', connection => hooks.useSuspenseObject('default/a', { connection }).total],
])('%s never shows two states in one commit', async (_, useText) => {
  const fake = createFakeConnection(informers)
  // A tree is known once it was observed.
  fake.connection.observeRelated({ resource: 'pods', object: 'a' })
  show(fake, 1)
  const { Cells, interrupt, shows, commits } = createConcurrentPage(() => useText(fake.connection))
  await interrupt(<Cells />, () => show(fake, 2))
  await shows('222222')
  expect(commits).toEqual(['222222'])
})

test('a store of zustand never shows two states in one commit', async () => {
  const fake = createFakeConnection(informers)
  show(fake, 1)
  const store = createSliceStore(fake.connection, all as { readonly resource: 'pods' })
  const { Cells, interrupt, shows, commits } = createConcurrentPage(() =>
    useStore(store, ({ total }) => total),
  )
  await interrupt(<Cells />, () => show(fake, 2))
  await shows('222222')
  expect(commits).toEqual(['222222'])
})

test('a query never shows two states in one commit', async () => {
  const fake = createFakeConnection(informers)
  show(fake, 1)
  const client = new QueryClient()
  const options = informerQueryOptions(fake.connection, all as { readonly resource: 'pods' })
  await client.prefetchQuery(options)
  const page = createConcurrentPage<{ readonly attempt: number }>(() => useQuery(options).data?.total)
  const ui = (attempt: number): ReactNode => (
    <QueryClientProvider client={client}>
      <page.Cells attempt={attempt} />
    </QueryClientProvider>
  )
  // A transition that mounts the components can show two states: react-query then reads the query in each of them.
  page.render(ui(1))
  await page.interrupt(ui(2), () => show(fake, 2))
  await page.shows('222222')
  expect(page.commits).toEqual(['111111', '222222'])
  client.clear()
})

/** The rows of a namespace are counted. */
const total = (shown: number) => ({ data: [podNamed('a')], total: shown, status: LIVE })

interface Shown {
  readonly namespace: string
}

test.each<[string, (connection: Connection, shown: Shown) => ReactNode]>([
  ['useByIndex', (connection, shown) => hooks.useByIndex('namespace', shown.namespace, { connection }).total],
  [
    'useSuspenseByIndex',
    (connection, shown) => hooks.useSuspenseByIndex('namespace', shown.namespace, { connection }).total,
  ],
])('a change of the rows of %s interrupts a transition to others, which then ends', async (_, useText) => {
  const { connection, push, activeKeys } = createFakeConnection(informers)
  push(byNamespace('a'), total(1))
  push(byNamespace('b'), total(5))
  const page = createConcurrentPage<Shown>(shown => useText(connection, shown))
  page.render(<page.Cells namespace="a" />)
  await page.interrupt(<page.Cells namespace="b" />, () => push(byNamespace('a'), total(2)))
  await page.shows('555555')
  expect(page.commits).toEqual(['111111', '222222', '555555'])
  push(byNamespace('b'), total(6))
  await page.shows('666666')
  expect(activeKeys()).toHaveLength(1)
})

test('a transition that waits for rows shows the old ones, and then one state of the new ones', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(byNamespace('a'), total(1))
  const page = createConcurrentPage<Shown>(
    ({ namespace }) => hooks.useSuspenseByIndex('namespace', namespace, { connection }).total,
  )
  const ui = (namespace: string): ReactNode => (
    <Suspense fallback="waiting">
      <page.Cells namespace={namespace} />
    </Suspense>
  )
  page.render(ui('a'))
  const interrupted = page.interrupt(ui('b'), () => push(byNamespace('b'), total(6)))
  push(byNamespace('b'), total(5))
  await interrupted
  await page.shows('666666')
  expect(page.commits).toEqual(['111111', '666666'])
})

test('a deferred total is interrupted by the next change, and ends with the last one', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(all, total(1))
  const page = createConcurrentPage<{ readonly total: number }>(shown => shown.total)
  const Page = (): ReactNode => {
    const { total } = hooks.useLister({ connection })
    return (
      <>
        {`${total}:`}
        <page.Cells total={useDeferredValue(total)} />
      </>
    )
  }
  page.render(<Page />)
  const texts: (string | null)[] = []
  const observer = new MutationObserver(() => texts.push(page.element.textContent))
  observer.observe(page.element, { subtree: true, characterData: true })
  const interrupted = page.whenInterrupted(() => push(all, total(3)))
  push(all, total(2))
  await interrupted
  await page.shows('3:333333')
  observer.disconnect()
  expect(texts).toEqual(['2:111111', '3:111111', '3:333333'])
})

test('a placeholder is what was shown, not what a discarded render had', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(byNamespace('a'), total(1))
  push(byNamespace('b'), total(5))
  const page = createConcurrentPage<Shown>(
    ({ namespace }) =>
      hooks.useByIndex('namespace', namespace, { connection, placeholderData: keepPreviousData }).total,
  )
  page.render(<page.Cells namespace="a" />)
  await page.interrupt(<page.Cells namespace="b" />, () => page.render(<page.Cells namespace="c" />))
  push(byNamespace('c'), total(7))
  await page.shows('777777')
  expect(page.commits).toEqual(['111111', '777777'])
})

test('a mutation has the values of the committed render, not those of one that is not committed yet', async () => {
  const { connection, mutations } = createFakeConnection(informers)
  let mutate = (): void => {}
  const Labeller = ({ label }: { readonly label: string }): ReactNode => {
    const result = hooks.useMutate({
      connection,
      mutationFn: () => ({ verb: 'patch', object: { name: 'a' }, patch: label }),
    })
    mutate = result.mutate
    return null
  }
  const page = createConcurrentPage<{ readonly label: string }>(({ label }) => label)
  const ui = (label: string): ReactNode => (
    <>
      <Labeller label={label} />
      <page.Cells label={label} />
    </>
  )
  page.render(ui('1'))
  await page.interrupt(ui('2'), () => mutate())
  await page.shows('222222')
  mutate()
  expect(mutations.map(({ write }) => 'patch' in write && write.patch)).toEqual(['1', '2'])
})

test('the state of a mutation changes while a deferred one is rendered', async () => {
  const { connection, mutations } = createFakeConnection(informers)
  let mutate = (): void => {}
  const page = createConcurrentPage<{ readonly status: string }>(({ status }) => status[0])
  const Deleter = (): ReactNode => {
    const remove = hooks.useDelete({ connection })
    mutate = () => remove.mutate({ object: { name: 'a' } })
    return <page.Cells status={useDeferredValue(remove.status)} />
  }
  page.render(<Deleter />)
  const interrupted = page.whenInterrupted(() => mutations[0]?.reject(new Error('no')))
  mutate()
  await interrupted
  await page.shows('eeeeee')
  expect(page.commits).toEqual(['iiiiii', 'eeeeee'])
})

/** What a server has dehydrated of all Pods. */
const DEHYDRATED = {
  version: DEHYDRATED_VERSION,
  definitions: definitionsFingerprint(informers),
  slices: [
    {
      key: '{"resource":"pods"}',
      rows: [{ ...podNamed('a'), metadata: { name: 'a', resourceVersion: '7' } }],
      total: 1,
      groups: [],
      resourceVersion: '7',
      isWhole: true,
    },
  ],
}

test.each<[string, () => ReactNode, unknown, readonly string[]]>([
  ['a hook', () => hooks.useLister().total, DEHYDRATED, ['111111', '222222']],
  ['a hook without a state', () => hooks.useLister().total, undefined, ['000000', '222222']],
  ['a hook that suspends', () => hooks.useSuspenseLister().total, DEHYDRATED, ['111111', '222222']],
])(
  '%s hydrates what the server has rendered, although newer rows arrive meanwhile',
  async (_, useText, state, commits) => {
    const { connection, push } = createFakeConnection(informers)
    const page = createConcurrentPage(useText)
    const ui = (
      <hooks.InformerProvider connection={connection}>
        <InformerHydrationBoundary state={state}>
          <Suspense fallback="waiting">
            <page.Cells />
          </Suspense>
        </InformerHydrationBoundary>
      </hooks.InformerProvider>
    )
    page.element.innerHTML = renderToString(ui)
    const nodes = [...page.element.querySelectorAll('i')]
    const onRecoverableError = vi.fn()
    const interrupted = page.whenInterrupted(() => push(all, total(2)))
    const root = hydrateRoot(page.element, ui, { onRecoverableError })
    onTestFinished(() => root.unmount())
    await interrupted
    await page.shows('222222')
    expect(page.commits).toEqual(commits)
    expect([...page.element.querySelectorAll('i')]).toEqual(nodes)
    expect(onRecoverableError).not.toHaveBeenCalled()
  },
)
