import { act, type ReactNode, Suspense, use } from 'react'
import { expect } from 'vitest'
import { byNamespace, hooks, LIVE, names } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { testOfReact19 } from './test/react-version.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useByIndex } = hooks

testOfReact19('use waits for a promise of connection.ensure, and a hook then follows the slice', async () => {
  const { connection, push } = createFakeConnection(informers)
  const subscription = byNamespace('a') as never
  const promise = connection.ensure(subscription)
  const Page = (): ReactNode => {
    const { total } = use(promise)
    const { data } = useByIndex('namespace', 'a')
    return `${total} ${names(data)}`
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    </InformerProvider>,
  )
  expect(element.textContent).toBe('waiting')
  await act(async () => push(byNamespace('a'), { data: [podNamed('one')], total: 1, status: LIVE }))
  expect(element.textContent).toBe('1 one')
  await act(async () => push(byNamespace('a'), { data: [podNamed('two')] }))
  expect(element.textContent).toBe('1 two')
})
