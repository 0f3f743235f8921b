import { defineInformers, INITIAL_SLICE_STATE, type Subscription } from '@kube-informer/worker'
import { Activity, act, memo, type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createInformerHooks } from './create-informer-hooks.ts'
import { createFakeConnection } from './test/fake-connection.ts'
import { informers, type Pod, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'

const {
  InformerProvider,
  useAccess,
  useByIndex,
  useConnectionStatus,
  useIndexValues,
  useInformerStatus,
  useLister,
  useObject,
} = createInformerHooks(informers)

const slice = (target: NonNullable<Subscription['slice']>['target'], rest = {}): Subscription => ({
  resource: 'pods',
  scope: {},
  slice: { target, ...rest },
})
const byNamespace = (value: string): Subscription => slice({ type: 'index', index: 'namespace', value })

const names = (rows: readonly Pod[]): string => rows.map(({ metadata }) => metadata?.name).join(' ')

function Names({ namespace }: { readonly namespace: string | null }): ReactNode {
  const { data, total } = useByIndex('namespace', namespace)
  return <p>{`${total}: ${names(data)}`}</p>
}

test('rows appear, change and leave', async () => {
  const { connection, push } = createFakeConnection(informers)
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Names namespace="default" />
    </InformerProvider>,
  )
  expect(element.textContent).toBe('0: ')
  await act(async () => push(byNamespace('default'), { data: [podNamed('a'), podNamed('b')], total: 2 }))
  expect(element.textContent).toBe('2: a b')
  await act(async () => push(byNamespace('default'), { data: [podNamed('b')], total: 1 }))
  expect(element.textContent).toBe('1: b')
})

test('several values of an index are one slice, whose content identifies it', async () => {
  const { connection, push, activeKeys } = createFakeConnection(informers)
  const Both = (): ReactNode => {
    const { data, window } = useByIndex('namespace', ['a', 'b'], { window: { anchor: 'a/x', limit: 2 } })
    return <p>{`${window?.offset}: ${names(data)}`}</p>
  }
  const subscription = slice(
    { type: 'index', index: 'namespace', values: ['a', 'b'] },
    { window: { anchor: 'a/x', limit: 2 } },
  )
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Both />
    </InformerProvider>,
  )
  const state = { data: [podNamed('x')], window: { offset: 3, limit: 2 } }
  await act(async () => push(subscription, state))
  expect(element.textContent).toBe('3: x')
  expect(activeKeys()).toHaveLength(1)
})

test('a row component renders only when its row changes', async () => {
  const { connection, push } = createFakeConnection(informers)
  const rendered = vi.fn()
  const Row = memo(({ pod }: { readonly pod: Pod }) => {
    rendered(pod.metadata?.name)
    return <li>{pod.status?.phase}</li>
  })
  const List = (): ReactNode => useLister().data.map(pod => <Row key={pod.metadata?.uid} pod={pod} />)
  const all = slice({ type: 'all' })
  const [a, b] = [podNamed('a'), podNamed('b')]
  push(all, { data: [a, b] })
  await render(
    <InformerProvider connection={connection}>
      <List />
    </InformerProvider>,
  )
  rendered.mockClear()
  await act(async () => push(all, { data: [a, podNamed('b', 'Failed')] }))
  expect(rendered.mock.calls).toEqual([['b']])
})

test('a change that does not affect the output of an inline select renders nothing', async () => {
  const { connection, push } = createFakeConnection(informers)
  const rendered = vi.fn()
  const Phases = (): ReactNode => {
    const { data } = useLister({ select: pod => ({ phase: pod.status?.phase }) })
    rendered(data)
    return null
  }
  const all = slice({ type: 'all' })
  push(all, { data: [podNamed('a')] })
  await render(
    <InformerProvider connection={connection}>
      <Phases />
    </InformerProvider>,
  )
  rendered.mockClear()

  const relabelled = { ...podNamed('a'), metadata: { ...podNamed('a').metadata, labels: { x: 'y' } } }
  await act(async () => push(all, { data: [relabelled] }))
  expect(rendered).not.toHaveBeenCalled()
  await act(async () => push(all, { data: [podNamed('a', 'Failed')] }))
  expect(rendered.mock.calls).toEqual([[[{ phase: 'Failed' }]]])
})

test('StrictMode, which mounts twice, has one active subscription and none after unmounting', async () => {
  const fake = createFakeConnection(informers)
  const { root } = await render(
    <StrictMode>
      <InformerProvider connection={fake.connection}>
        <Names namespace="default" />
        <Names namespace="default" />
      </InformerProvider>
    </StrictMode>,
  )
  expect(fake.activeKeys()).toHaveLength(1)
  await act(async () => root.render(null))
  expect(fake.activeKeys()).toEqual([])
})

test('a hidden Activity has no subscription, and shows the current rows when it becomes visible', async () => {
  const { connection, activeKeys, push } = createFakeConnection(informers)
  const tree = (mode: 'visible' | 'hidden'): ReactNode => (
    <InformerProvider connection={connection}>
      <Activity mode={mode}>
        <Names namespace="default" />
      </Activity>
    </InformerProvider>
  )
  const { element, root } = await render(tree('visible'))
  expect(activeKeys()).toHaveLength(1)
  await act(async () => root.render(tree('hidden')))
  expect(activeKeys()).toEqual([])
  push(byNamespace('default'), { data: [podNamed('late')], total: 1 })
  await act(async () => root.render(tree('visible')))
  expect(element.textContent).toBe('1: late')
})

test('null disables a hook, and a value enables it again', async () => {
  const { connection, activeKeys, push } = createFakeConnection(informers)
  push(byNamespace('default'), { data: [podNamed('a')], total: 1 })
  const tree = (namespace: string | null): ReactNode => (
    <InformerProvider connection={connection}>
      <Names namespace={namespace} />
    </InformerProvider>
  )
  const { element, root } = await render(tree(null))
  expect([element.textContent, activeKeys()]).toEqual(['0: ', []])
  await act(async () => root.render(tree('default')))
  expect(element.textContent).toBe('1: a')
  await act(async () => root.render(tree(null)))
  expect([element.textContent, activeKeys()]).toEqual(['0: ', []])
})

test('the result of a disabled hook is one frozen constant', async () => {
  const { connection } = createFakeConnection(informers)
  const seen = new Set<unknown>()
  const Off = (): ReactNode => {
    seen.add(useLister({ resource: null }))
    seen.add(useByIndex('namespace', undefined))
    return null
  }
  await render(
    <InformerProvider connection={connection}>
      <Off />
    </InformerProvider>,
  )
  expect(seen.size).toBe(1)
  expect([...seen].every(Object.isFrozen)).toBe(true)
})

test('one object, the values of an index, and the status each have a slice of their own', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(slice({ type: 'key', key: 'default/a' }), { data: [podNamed('a', 'Pending')], total: 1 })
  push(slice({ type: 'all' }, { groupBy: 'namespace', window: { offset: 0, limit: 0 } }), {
    groups: [{ value: 'default', count: 3 }],
  })
  push(slice({ type: 'status' }), { status: { ...INITIAL_SLICE_STATE.status, link: 'live' } })
  const Page = (): ReactNode => {
    const phase = useObject('default/a').data?.status?.phase
    const missing = useObject('default/b').data
    const groups = useIndexValues('namespace').data.map(({ value, count }) => `${value}=${count}`)
    return <p>{[phase, String(missing), ...groups, useInformerStatus().link].join(' ')}</p>
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Page />
    </InformerProvider>,
  )
  expect(element.textContent).toBe('Pending undefined default=3 live')
})

test('the values of an index follow a filter, and include empty namespaces, on request', async () => {
  const { connection, activeKeys, push } = createFakeConnection(informers)
  const filter = { text: 'web' }
  const counts = { groupBy: 'namespace', window: { offset: 0, limit: 0 } }
  push(slice({ type: 'all' }, { ...counts, filter, groupFiltered: true, groupEmpty: true }), {
    groups: [
      { value: 'default', count: 1 },
      { value: 'empty', count: 0 },
    ],
  })
  const Values = (): ReactNode =>
    useIndexValues('namespace', { filter: { text: 'web' }, includeEmpty: true })
      .data.map(({ value, count }) => `${value}=${count}`)
      .join(' ')
  const Table = (): ReactNode =>
    useLister({ filter, groupBy: 'namespace', groupFiltered: true, groupEmpty: true }).groups.length
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Values />
      <Table />
    </InformerProvider>,
  )
  expect(element.textContent).toBe('default=1 empty=00')
  expect(activeKeys().map(key => JSON.parse(key).slice.groupEmpty)).toEqual([true, true])
})

test('the default resource applies to hooks that pass none; an explicit resource takes precedence', async () => {
  const two = defineInformers({ pods: informers.pods, others: informers.pods })
  const hooks = createInformerHooks(two, { resource: 'others' })
  const { connection, activeKeys } = createFakeConnection(two)
  const Page = (): ReactNode => hooks.useLister().total + hooks.useLister({ resource: 'pods' }).total
  await render(
    <hooks.InformerProvider connection={connection}>
      <Page />
    </hooks.InformerProvider>,
  )
  expect(activeKeys().map(key => JSON.parse(key).resource)).toEqual(['others', 'pods'])
})

test("hydration starts from the server's empty state, without a mismatch", async () => {
  const { connection, push } = createFakeConnection(informers)
  push(byNamespace('default'), { data: [podNamed('a')], total: 1 })
  const tree = (
    <InformerProvider connection={connection}>
      <Names namespace="default" />
    </InformerProvider>
  )
  const { element } = await render(null)
  const container = element.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(tree)
  expect(container.textContent).toBe('0: ')
  const onRecoverableError = vi.fn()
  const root = await act(async () => hydrateRoot(container, tree, { onRecoverableError }))
  expect(container.textContent).toBe('1: a')
  expect(onRecoverableError).not.toHaveBeenCalled()
  await act(async () => root.unmount())
})

test('useConnectionStatus renders only when the status of the connection changes', async () => {
  const { connection, setStatus, push } = createFakeConnection(informers)
  const rendered = vi.fn()
  const Line = (): ReactNode => {
    const { host, state, restarts } = useConnectionStatus()
    rendered()
    return <p>{`${host} ${state} ${restarts}`}</p>
  }
  const { element } = await render(
    <StrictMode>
      <InformerProvider connection={connection}>
        <Line />
      </InformerProvider>
    </StrictMode>,
  )
  expect(element.textContent).toBe('dedicated connecting 0')
  await act(async () => setStatus({ state: 'ready', restarts: 1 }))
  expect(element.textContent).toBe('dedicated ready 1')
  rendered.mockClear()
  await act(async () => push(byNamespace('default'), { total: 1 }))
  expect(rendered).not.toHaveBeenCalled()
})

test('access is unknown, then what the server says; null switches it off', async () => {
  const { connection, decide } = createFakeConnection(informers)
  const Button = ({ resource }: { readonly resource: 'pods' | null }): ReactNode => {
    const { allowed } = useAccess({ verb: 'delete', namespace: 'default', resource })
    return <p>{String(allowed)}</p>
  }
  const page = (resource: 'pods' | null) => (
    <InformerProvider connection={connection}>
      <Button resource={resource} />
    </InformerProvider>
  )
  const { element, root } = await render(page('pods'))
  expect(element.textContent).toBe('undefined')
  const request = { verb: 'delete', namespace: 'default', resource: 'pods' }
  await act(async () => decide(request, { allowed: true }))
  expect(element.textContent).toBe('true')
  await act(async () => decide(request, { allowed: false, reason: 'no rule' }))
  expect(element.textContent).toBe('false')
  await act(async () => root.render(page(null)))
  expect(element.textContent).toBe('undefined')
})
