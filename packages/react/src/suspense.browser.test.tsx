import { act, type ReactNode, StrictMode, Suspense, startTransition, useDeferredValue, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { byNamespace, hooks, LIVE, names, slice } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useSuspenseByIndex, useSuspenseLister, useSuspenseObject } = hooks

function Names({ namespace }: { readonly namespace: string }): ReactNode {
  const { data } = useSuspenseByIndex('namespace', namespace)
  return <p>{`${namespace}: ${names(data)}`}</p>
}

/** The state of a slice with one Pod. */
const withPod = (name: string) => ({ data: [podNamed(name)], total: 1, status: LIVE })

test('a hook suspends until there is data, then follows the changes', async () => {
  const { connection, push, activeKeys } = createFakeConnection(informers)
  const { element, root } = await render(
    <StrictMode>
      <InformerProvider connection={connection}>
        <Suspense fallback="waiting">
          <Names namespace="a" />
        </Suspense>
      </InformerProvider>
    </StrictMode>,
  )
  expect([element.textContent, activeKeys().length]).toEqual(['waiting', 1])
  await act(async () => push(byNamespace('a'), withPod('one')))
  expect(element.textContent).toBe('a: one')
  await act(async () => push(byNamespace('a'), withPod('two')))
  expect([element.textContent, activeKeys().length]).toEqual(['a: two', 1])
  await act(async () => root.render(null))
  expect(activeKeys()).toEqual([])
})

test('an object that does not exist, and a list without rows, end the wait', async () => {
  const { connection, push } = createFakeConnection(informers)
  const Page = (): ReactNode => {
    const { data: pod, isPending } = useSuspenseObject({ namespace: 'default', name: 'none' })
    const { data: pods } = useSuspenseLister()
    return `${pod} ${pods.length} ${isPending}`
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    </InformerProvider>,
  )
  await act(async () => push(slice({ type: 'key', key: 'default/none' }), { status: LIVE }))
  expect(element.textContent).toBe('waiting')
  await act(async () => push(slice({ type: 'all' }), { status: LIVE }))
  expect(element.textContent).toBe('undefined 0 false')
})

test('data that is there already does not suspend', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(byNamespace('a'), withPod('one'))
  const fallback = vi.fn(() => null)
  const Fallback = fallback as () => ReactNode
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Suspense fallback={<Fallback />}>
        <Names namespace="a" />
      </Suspense>
    </InformerProvider>,
  )
  expect([element.textContent, fallback.mock.calls.length]).toEqual(['a: one', 0])
})

test('a transition keeps the old rows, and they stay live, until the new ones have arrived', async () => {
  const { connection, push } = createFakeConnection(informers)
  push(byNamespace('a'), withPod('one'))
  let show = (_namespace: string): void => {}
  const Page = (): ReactNode => {
    const [namespace, setNamespace] = useState('a')
    show = setNamespace
    return <Names namespace={namespace} />
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    </InformerProvider>,
  )
  await act(async () => startTransition(() => show('b')))
  expect(element.textContent).toBe('a: one')
  await act(async () => push(byNamespace('a'), withPod('two')))
  expect(element.textContent).toBe('a: two')
  await act(async () => push(byNamespace('b'), withPod('three')))
  expect(element.textContent).toBe('b: three')
})

test('a deferred value keeps the old rows until the new ones have arrived', async () => {
  const { connection, push, activeKeys } = createFakeConnection(informers)
  push(byNamespace('a'), withPod('one'))
  const Page = ({ namespace }: { readonly namespace: string }): ReactNode => {
    const shown = useDeferredValue(namespace)
    return (
      <Suspense fallback="waiting">
        {shown === namespace ? 'ready ' : 'stale '}
        <Names namespace={shown} />
      </Suspense>
    )
  }
  const tree = (namespace: string): ReactNode => (
    <InformerProvider connection={connection}>
      <Page namespace={namespace} />
    </InformerProvider>
  )
  const { element, root } = await render(tree('a'))
  await act(async () => root.render(tree('b')))
  expect(element.textContent).toBe('stale a: one')
  await act(async () => push(byNamespace('b'), withPod('two')))
  expect([element.textContent, activeKeys().length]).toEqual(['ready b: two', 1])
})
