import type { DiscoveredResource } from '@kube-informer/core/discovery'
import { act, Component, type ReactNode, StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { hooks } from './test/pod-hooks.tsx'
import { informers } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useDiscovery } = hooks

const resource = (plural: string): DiscoveredResource => ({
  ...{ group: 'example.com', version: 'v1', plural, kind: plural, namespaced: true, singular: plural },
  ...{ verbs: [], shortNames: [], categories: [], subresources: [] },
})

type Options = Parameters<typeof useDiscovery>[0]

/** A page with one component that shows the discovery. */
async function rig(options: Options = {}) {
  const fake = createFakeConnection(informers)
  const rendered = vi.fn<(result: ReturnType<typeof useDiscovery>) => void>()
  const Kinds = (given: NonNullable<Options>): ReactNode => {
    const result = useDiscovery(given)
    rendered(result)
    return <p>{`${result.status.data}: ${result.data.map(({ plural }) => plural).join(' ')}`}</p>
  }
  const page = (given: NonNullable<Options>) => (
    <InformerProvider connection={fake.connection}>
      <Kinds {...given} />
    </InformerProvider>
  )
  const view = await render(<StrictMode>{page(options)}</StrictMode>)
  const rerender = (given: NonNullable<Options>) =>
    act(async () => view.root.render(<StrictMode>{page(given)}</StrictMode>))
  return { ...fake, ...view, rerender, rendered, last: () => rendered.mock.lastCall?.[0] }
}

test('kinds appear and leave; the result keeps its reference until something changes', async () => {
  const { element, pushDiscovery, rerender, last } = await rig()
  expect([element.textContent, last()?.isPending, last()?.isStale]).toEqual(['none: ', true, true])
  await act(async () => pushDiscovery({ resources: [resource('widgets'), resource('gadgets')] }))
  expect(element.textContent).toBe('complete: widgets gadgets')
  expect(last()).toMatchObject({ isPending: false, isError: false, isStale: false, isEnabled: true })
  const before = last()
  await rerender({})
  expect(last()).toBe(before)
  await act(async () => pushDiscovery({ resources: [resource('gadgets')] }))
  expect(element.textContent).toBe('complete: gadgets')
})

test('an error leaves the data; failures name the groups', async () => {
  const { element, pushDiscovery, last } = await rig()
  const error = new Error('no connection')
  await act(async () => pushDiscovery({ resources: [resource('widgets')] }))
  await act(async () => pushDiscovery({ error, failures: { 'a.io/v1': new Error('down') } }))
  expect(element.textContent).toBe('complete: widgets')
  expect(last()).toMatchObject({ error, isError: true, isStale: true, status: { error } })
  expect(Object.keys(last()?.failures ?? {})).toEqual(['a.io/v1'])
})

test('while it is disabled it follows nothing, and it shows the state when it is enabled', async () => {
  const { element, pushDiscovery, rerender, last } = await rig({ enabled: false })
  await act(async () => pushDiscovery({ resources: [resource('widgets')] }))
  expect([element.textContent, last()?.isEnabled]).toEqual(['none: ', false])
  await rerender({ enabled: true })
  expect(element.textContent).toBe('complete: widgets')
})

test('refetch resolves with the state', async () => {
  const { pushDiscovery, last } = await rig()
  await act(async () => pushDiscovery({ resources: [resource('widgets')] }))
  expect(await last()?.refetch()).toMatchObject({ data: 'complete', resources: [{ plural: 'widgets' }] })
})

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render(): ReactNode {
    return this.state.error ? <p>{this.state.error.message}</p> : this.props.children
  }
}

test('with throwOnError, an error without data goes to the error boundary', async () => {
  const { connection, pushDiscovery } = createFakeConnection(informers)
  const Kinds = (): ReactNode => <p>{useDiscovery({ connection, throwOnError: true }).data.length}</p>
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { element } = await render(
    <Boundary>
      <Kinds />
    </Boundary>,
  )
  await act(async () => pushDiscovery({ data: 'none', error: new Error('forbidden') }))
  expect(element.textContent).toBe('forbidden')
  silent.mockRestore()
})
