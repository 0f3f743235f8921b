import { createFakeApiserver } from '@kube-informer/testing'
import { connectInline } from '@kube-informer/worker/inline'
import { Activity, act, type ReactNode, Suspense } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { byNamespace, hooks, LIVE, names } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { testOfReact19 } from './test/react-version.ts'
import { render } from './test/render.tsx'
import { shows } from './test/shows.ts'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useByIndex, useSuspenseByIndex } = hooks

function Names({ namespace }: { readonly namespace: string }): ReactNode {
  const { data, total } = useByIndex('namespace', namespace)
  return <p>{`${total}: ${names(data)}`}</p>
}

testOfReact19(
  'a hidden Activity has no subscription, and shows the current rows when it becomes visible',
  async () => {
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
    push(byNamespace('default'), { data: [podNamed('late')], total: 1, status: LIVE })
    await act(async () => root.render(tree('visible')))
    expect(element.textContent).toBe('1: late')
  },
)

function Suspended(): ReactNode {
  const { data, total } = useSuspenseByIndex('namespace', 'default')
  return <p>{`${total}: ${names(data)}`}</p>
}

testOfReact19.each([
  ['a hook', <Names namespace="default" key="hook" />],
  ['a hook that suspends', <Suspended key="suspended" />],
])('the rows of %s stay while it is hidden, after the connection has removed its slice', async (_, child) => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch: server.fetch, graceMs: 0 })
  onTestFinished(() => connection.close())
  const tree = (mode: 'visible' | 'hidden'): ReactNode => (
    <InformerProvider connection={connection}>
      <Suspense fallback="waiting">
        <Activity mode={mode}>{child}</Activity>
      </Suspense>
    </InformerProvider>
  )
  const { element, root } = await render(tree('visible'))
  await shows(element, /^1: a$/)
  const slice = connection.observe(byNamespace('default') as never)
  await act(async () => root.render(tree('hidden')))
  await vi.waitFor(() => expect(slice.getState().data).toEqual([]), { timeout: 5_000 })

  const texts = new Set<string | null>()
  const observer = new MutationObserver(() => texts.add(element.textContent))
  observer.observe(element, { subtree: true, childList: true, characterData: true })
  server.create(podNamed('b'))
  await act(async () => root.render(tree('visible')))
  await shows(element, /^2: a b$/)
  observer.disconnect()
  expect([...texts].filter(text => text !== '1: a' && text !== '2: a b')).toEqual([])
})

testOfReact19('rows that stayed are gone after a sign-out', async () => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch: server.fetch, graceMs: 0 })
  onTestFinished(() => connection.close())
  const tree = (mode: 'visible' | 'hidden'): ReactNode => (
    <InformerProvider connection={connection}>
      <Activity mode={mode}>
        <Names namespace="default" />
      </Activity>
    </InformerProvider>
  )
  const { element, root } = await render(tree('visible'))
  await shows(element, /^1: a$/)
  const slice = connection.observe(byNamespace('default') as never)
  await act(async () => root.render(tree('hidden')))
  await vi.waitFor(() => expect(slice.getState().data).toEqual([]), { timeout: 5_000 })
  await act(() => connection.signOut())
  await act(async () => root.render(tree('visible')))
  expect(element.textContent).toBe('0: ')
})
