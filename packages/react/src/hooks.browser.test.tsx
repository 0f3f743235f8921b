import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { act, memo, type ReactNode, StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { byNamespace, hooks, names, slice } from './test/pod-hooks.tsx'
import { informers, type Pod, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const {
  InformerProvider,
  useAccess,
  useByIndex,
  useConnectionStatus,
  useIndexValues,
  useInformerStatus,
  useLister,
  useObject,
} = hooks

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

test('clampWindow is a part of the slice, and window of the result is the actual one', async () => {
  const { connection, push } = createFakeConnection(informers)
  const Page = (): ReactNode => {
    const { data, window } = useLister({
      resource: 'pods',
      window: { offset: 20, limit: 10 },
      clampWindow: true,
    })
    return <p>{`${window?.offset}: ${names(data)}`}</p>
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Page />
    </InformerProvider>,
  )
  const subscription = slice({ type: 'all' }, { window: { offset: 20, limit: 10 }, clampWindow: true })
  await act(async () => push(subscription, { data: [podNamed('x')], window: { offset: 0, limit: 10 } }))
  expect(element.textContent).toBe('0: x')
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

test('one object, the values of an index, and the status each have a slice of their own', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(slice({ type: 'key', key: 'default/a' }), { data: [podNamed('a', 'Pending')], total: 1 })
  push(slice({ type: 'all' }, { groupBy: 'namespace', window: { offset: 0, limit: 0 } }), {
    groups: [{ value: 'default', count: 3 }],
  })
  push(slice({ type: 'status' }), { status: { ...INITIAL_SLICE_STATE.status, link: 'live' } })
  const Page = (): ReactNode => {
    const phase = useObject({ metadata: { namespace: 'default', name: 'a', uid: 'u' } }).data?.status?.phase
    const missing = useObject({ namespace: 'default', name: 'b' }).data
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
  const request = { verb: 'delete', namespace: 'default', resource: 'pods' } as const
  await act(async () => decide(request, { allowed: true }))
  expect(element.textContent).toBe('true')
  await act(async () => decide(request, { allowed: false, reason: 'no rule' }))
  expect(element.textContent).toBe('false')
  await act(async () => root.render(page(null)))
  expect(element.textContent).toBe('undefined')
})
