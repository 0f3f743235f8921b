import { defineInformers } from '@kube-informer/worker'
import { act, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createInformerHooks } from './create-informer-hooks.ts'
import { hooks, LIVE, slice } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider } = hooks

test('every hook reads the connection of its option, and then needs no provider', async () => {
  const fake = createFakeConnection(informers)
  const { connection } = fake
  const all = slice({ type: 'all' })
  fake.push(all, { data: [podNamed('a')], total: 1, status: LIVE })
  fake.push(slice({ type: 'key', key: 'default/a' }), { data: [podNamed('a')], status: LIVE })
  fake.push(slice({ type: 'index', index: 'namespace', value: 'default' }), { total: 2, status: LIVE })
  fake.push(slice({ type: 'status' }), { status: LIVE })
  fake.push(slice({ type: 'all' }, { groupBy: 'namespace', window: { offset: 0, limit: 0 } }), { total: 3 })
  fake.decide({ verb: 'list', resource: 'pods' }, { allowed: true })
  fake.setStatus({ state: 'ready' })
  const Page = (): ReactNode =>
    [
      hooks.useLister({ connection }).total,
      hooks.useObject({ namespace: 'default', name: 'a' }, { connection }).data?.metadata?.name,
      hooks.useByIndex('namespace', 'default', { connection }).total,
      hooks.useIndexValues('namespace', { connection }).total,
      hooks.useInformerStatus({ connection }).link,
      hooks.useConnectionStatus({ connection }).state,
      hooks.useAccess({ verb: 'list', connection }).allowed,
      hooks.useRelated({ resource: 'pods', object: 'a' }, { connection }).isPending,
      hooks.useSuspenseLister({ connection }).total,
    ].join(' ')
  const { element } = await render(<Page />)
  expect(element.textContent).toBe('1 a 2 3 live ready true true 1')
})

test('a hook looks at another cluster below a provider, whose resource still applies', async () => {
  const two = defineInformers({ pods: informers.pods, others: informers.pods })
  const twoHooks = createInformerHooks(two)
  const [here, there] = [createFakeConnection(two), createFakeConnection(two)]
  const Page = ({ far }: { readonly far: boolean }): ReactNode =>
    twoHooks.useLister(far ? { connection: there.connection } : {}).total
  const tree = (far: boolean): ReactNode => (
    <twoHooks.InformerProvider connection={here.connection} resource="others">
      <Page far={far} />
    </twoHooks.InformerProvider>
  )
  const others = { ...slice({ type: 'all' }), resource: 'others' }
  here.push(others, { total: 1 })
  there.push(others, { total: 2 })
  const { element, root } = await render(tree(false))
  expect(element.textContent).toBe('1')
  await act(async () => root.render(tree(true)))
  expect([element.textContent, here.activeKeys(), there.activeKeys().length]).toEqual(['2', [], 1])
})

test('hooks with a default resource have it without a provider', async () => {
  const two = defineInformers({ pods: informers.pods, others: informers.pods })
  const bound = createInformerHooks(two, { resource: 'others' })
  const { connection, activeKeys } = createFakeConnection(two)
  const Page = (): ReactNode => [
    bound.useLister({ connection }).total,
    bound.useByIndex('namespace', 'a', { connection }).total,
    bound.useObject('a/b', { connection }).total,
  ]
  await render(<Page />)
  expect(activeKeys().map(key => JSON.parse(key).resource)).toEqual(['others', 'others', 'others'])
})

test('a hook of another connection does not unsubscribe those of the provider', async () => {
  const { connection, activeKeys } = createFakeConnection(informers)
  const Page = (): ReactNode => hooks.useLister().total + hooks.useLister({ connection }).total
  await render(
    <InformerProvider connection={connection}>
      <Page />
    </InformerProvider>,
  )
  expect(activeKeys()).toHaveLength(1)
})
