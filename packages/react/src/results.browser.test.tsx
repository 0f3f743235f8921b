import { act, Component, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { keepPreviousData } from './placeholder.ts'
import { byNamespace, hooks, LIVE, names, slice } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useByIndex, useIndexValues, useLister, useObject } = hooks
const all = slice({ type: 'all' })
const { status: LIVE_AGAIN } = { status: { ...LIVE } }
const FAILED = { ...LIVE, data: 'none', link: 'retrying', error: new Error('no') } as const

function Flags(): ReactNode {
  const { isPending, isError, isEnabled, isStale, fetchStatus } = useLister()
  return <p>{`${isPending} ${isError} ${isEnabled} ${isStale} ${fetchStatus}`}</p>
}

test('a result tells loading, shown, stale, failed and offline apart', async () => {
  const { connection, push } = createFakeConnection(informers)
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Flags />
    </InformerProvider>,
  )
  const shows = async (state: Parameters<typeof push>[1]): Promise<string | null> => {
    await act(async () => push(all, state))
    return element.textContent
  }
  expect(element.textContent).toBe('true false true true fetching')
  expect(await shows({ paused: true })).toBe('true false true true paused')
  expect(await shows({ status: LIVE, paused: undefined } as never)).toBe('false false true false idle')
  expect(await shows({ status: { ...LIVE, link: 'retrying' } })).toBe('false false true true fetching')
  expect(await shows({ status: FAILED })).toBe('false true true true fetching')
})

test('nothing renders while nothing visible changes', async () => {
  const { connection, push } = createFakeConnection(informers)
  const rendered = vi.fn()
  const data = [podNamed('a')]
  push(all, { data, total: 1, status: LIVE })
  push(byNamespace('default'), { data, total: 1, status: LIVE })
  push(slice({ type: 'key', key: 'default/a' }), { data, total: 1, status: LIVE })
  const Page = (): ReactNode => {
    rendered(
      useLister({ placeholderData: keepPreviousData, throwOnError: true, select: pod => pod.metadata?.name }),
      useObject('default/a', { placeholderData: previous => previous }),
      useByIndex('namespace', 'default', { enabled: true }),
    )
    return null
  }
  await render(
    <InformerProvider connection={connection}>
      <Page />
    </InformerProvider>,
  )
  rendered.mockClear()
  // New state objects with the content that is shown.
  await act(async () => {
    push(all, { data: [podNamed('a')] })
    push(byNamespace('default'), {})
    push(slice({ type: 'key', key: 'default/a' }), { data: [...data] })
  })
  expect(rendered).not.toHaveBeenCalled()
  await act(async () => push(all, { status: LIVE_AGAIN }))
  expect(rendered).toHaveBeenCalledOnce()
})

function Kept({ namespace }: { readonly namespace: string }): ReactNode {
  const { data, total, isPlaceholderData, isPending } = useByIndex('namespace', namespace, {
    placeholderData: keepPreviousData,
  })
  return <p>{`${isPlaceholderData} ${isPending} ${total}: ${names(data)}`}</p>
}

test('keepPreviousData shows the rows of the previous value until those of the next one arrive', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(byNamespace('a'), { data: [podNamed('of-a')], total: 7, status: LIVE })
  const tree = (namespace: string): ReactNode => (
    <InformerProvider connection={connection}>
      <Kept namespace={namespace} />
    </InformerProvider>
  )
  const { element, root } = await render(tree('a'))
  expect(element.textContent).toBe('false false 7: of-a')
  await act(async () => root.render(tree('b')))
  expect(element.textContent).toBe('true false 7: of-a')
  await act(async () => root.render(tree('c')))
  expect(element.textContent).toBe('true false 7: of-a')
  await act(async () => push(byNamespace('c'), { data: [], total: 0, status: LIVE }))
  expect(element.textContent).toBe('false false 0: ')
})

test('an error, and another connection, end a placeholder', async () => {
  const one = createFakeConnection(informers)
  const other = createFakeConnection(informers)
  one.push(byNamespace('a'), { data: [podNamed('of-a')], total: 1, status: LIVE })
  const tree = ({ connection }: typeof one, namespace: string): ReactNode => (
    <InformerProvider connection={connection}>
      <Kept namespace={namespace} />
    </InformerProvider>
  )
  const { element, root } = await render(tree(one, 'a'))
  await act(async () => root.render(tree(other, 'a')))
  expect(element.textContent).toBe('false true 0: ')
  await act(async () => root.render(tree(one, 'a')))
  await act(async () => root.render(tree(one, 'b')))
  expect(element.textContent).toBe('true false 1: of-a')
  await act(async () => one.push(byNamespace('b'), { status: FAILED }))
  expect(element.textContent).toBe('false false 0: ')
  // A user who may no longer read does not see the older rows again.
  await act(async () => root.render(tree(one, 'c')))
  expect(element.textContent).toBe('false true 0: ')
})

test('an inline select that closes over a prop follows it', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(all, { data: [podNamed('a'), podNamed('b')], status: LIVE })
  const Prefixed = ({ prefix }: { readonly prefix: string }): ReactNode =>
    useLister({ select: pod => `${prefix}${pod.metadata?.name} ` }).data
  const tree = (prefix: string): ReactNode => (
    <InformerProvider connection={connection}>
      <Prefixed prefix={prefix} />
    </InformerProvider>
  )
  const { element, root } = await render(tree('x'))
  expect(element.textContent).toBe('xa xb ')
  await act(async () => root.render(tree('y')))
  expect(element.textContent).toBe('ya yb ')
})

test('placeholder data of one object and of the values of an index', async () => {
  const { connection, push } = createFakeConnection(informers)
  const Page = (): ReactNode => {
    const pod = useObject({ namespace: 'default', name: 'a' }, { placeholderData: podNamed('soon') })
    const values = useIndexValues('namespace', { placeholderData: [{ value: 'default', count: 0 }] })
    return `${pod.data?.metadata?.name} ${pod.isPlaceholderData} ${values.data.map(({ value }) => value)}`
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Page />
    </InformerProvider>,
  )
  expect(element.textContent).toBe('soon true default')
  const key = slice({ type: 'key', key: 'default/a' })
  await act(async () => push(key, { data: [podNamed('a')], total: 1, status: LIVE }))
  expect(element.textContent).toBe('a false default')
})

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message?: string }> {
  override state: { readonly message?: string } = {}
  static getDerivedStateFromError = (error: Error): { readonly message: string } => ({
    message: error.message,
  })
  override render(): ReactNode {
    return this.state.message === undefined ? this.props.children : `thrown: ${this.state.message}`
  }
}

test('throwOnError throws only while there is no data to show; a function decides for each error', async () => {
  const { connection, push } = createFakeConnection(informers)
  const asked = vi.fn((error: Error) => error.message === 'fatal')
  const Page = ({ by }: { readonly by: true | typeof asked }): ReactNode =>
    useLister({ throwOnError: by }).error?.message ?? 'fine'
  const page = (by: true | typeof asked): ReactNode => (
    <InformerProvider connection={connection}>
      <Boundary key={typeof by}>
        <Page by={by} />
      </Boundary>
    </InformerProvider>
  )
  vi.spyOn(console, 'error').mockImplementation(() => {})
  push(all, { data: [podNamed('a')], total: 1, status: LIVE })
  const { element, root } = await render(page(true))
  await act(async () => push(all, { status: { ...LIVE, link: 'retrying', error: new Error('no') } }))
  expect(element.textContent).toBe('no')
  // The first attempt goes on: the snapshot on the disk cannot be read, or one namespace of several is denied.
  await act(async () => push(all, { status: { ...FAILED, link: 'connecting' } }))
  expect(element.textContent).toBe('no')
  await act(async () => push(all, { status: FAILED }))
  expect(element.textContent).toBe('thrown: no')
  await act(async () => root.render(page(asked)))
  expect([element.textContent, asked.mock.calls.length > 0]).toEqual(['no', true])
  await act(async () => push(all, { status: { ...LIVE, error: new Error('fatal') } }))
  expect(element.textContent).toBe('thrown: fatal')
  vi.restoreAllMocks()
})
