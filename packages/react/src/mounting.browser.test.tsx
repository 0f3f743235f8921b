import { act, type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { byNamespace, hooks, names } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useByIndex } = hooks

function Names({ namespace }: { readonly namespace: string | null }): ReactNode {
  const { data, total } = useByIndex('namespace', namespace)
  return <p>{`${total}: ${names(data)}`}</p>
}

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

test('hooks that have left, disabled ones too, do not listen to the status of the connection', async () => {
  const { connection } = createFakeConnection(informers)
  let listeners = 0
  vi.spyOn(connection, 'subscribeStatus').mockImplementation(() => {
    listeners++
    return () => listeners--
  })
  const Page = (): ReactNode => hooks.useConnectionStatus().state + hooks.useLister({ enabled: false }).total
  const { root } = await render(
    <StrictMode>
      <InformerProvider connection={connection}>
        <Page />
      </InformerProvider>
    </StrictMode>,
  )
  expect(listeners).toBe(2)
  await act(async () => root.render(null))
  expect(listeners).toBe(0)
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
