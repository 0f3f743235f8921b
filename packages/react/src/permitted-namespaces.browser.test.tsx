import { act, type ReactNode, StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { hooks } from './test/pod-hooks.tsx'
import { informers } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, usePermittedNamespaces } = hooks

type Options = NonNullable<Parameters<typeof usePermittedNamespaces>[0]>

/** A page with one picker. */
async function rig(options: Options = {}) {
  const fake = createFakeConnection(informers)
  const rendered = vi.fn<(result: ReturnType<typeof usePermittedNamespaces>) => void>()
  const Picker = (given: Options): ReactNode => {
    const result = usePermittedNamespaces(given)
    rendered(result)
    return (
      <p>{`${result.source}: ${result.data.join(' ')}${result.error ? ` ${result.error.message}` : ''}`}</p>
    )
  }
  const page = (given: Options) => (
    <StrictMode>
      <InformerProvider connection={fake.connection}>
        <Picker {...given} />
      </InformerProvider>
    </StrictMode>
  )
  const view = await render(page(options))
  const rerender = (given: Options) => act(async () => view.root.render(page(given)))
  return { ...fake, ...view, rerender, last: () => rendered.mock.lastCall?.[0] }
}

test('names come, and the result keeps its reference until something changes', async () => {
  const { element, pushNamespaces, rerender, last } = await rig()
  expect(last()).toMatchObject({ data: [], isPending: true, isComplete: false, status: { data: 'none' } })
  await act(async () => pushNamespaces({ namespaces: ['a', 'b'] }))
  expect(element.textContent).toBe('listed: a b')
  expect(last()).toMatchObject({ isPending: false, isError: false, isComplete: true, isEnabled: true })
  const before = last()
  await rerender({})
  expect(last()).toBe(before)
})

test('an empty list and a failed one differ', async () => {
  const { pushNamespaces, last } = await rig()
  await act(async () => pushNamespaces({ namespaces: [] }))
  expect(last()).toMatchObject({ isComplete: true, isError: false, status: { data: 'complete' } })
  const error = new Error('may not list Namespaces')
  await act(async () => pushNamespaces({ namespaces: [], source: 'seen', error }))
  expect(last()).toMatchObject({ error, isComplete: false, isError: true, status: { data: 'none', error } })
})

test.each([
  [{ source: 'given' }, true, 'complete'],
  [{ source: 'seen' }, false, 'cached'],
  [{ source: 'listed', isPending: true }, false, 'cached'],
] as const)('with %o, whether these are all is %s', async (state, isComplete, data) => {
  const { pushNamespaces, last } = await rig()
  await act(async () => pushNamespaces({ namespaces: ['a'], ...state }))
  expect(last()).toMatchObject({ isComplete, status: { data }, source: state.source })
})

test('while it is disabled it follows nothing', async () => {
  const { element, pushNamespaces, rerender, last } = await rig({ enabled: false })
  await act(async () => pushNamespaces({ namespaces: ['a'] }))
  expect([element.textContent, last()?.isEnabled]).toEqual(['undefined: ', false])
  await rerender({ readable: 'pods' })
  expect(element.textContent).toBe('listed: a')
})
