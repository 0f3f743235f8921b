import { isForbidden } from '@kube-informer/core'
import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import { connectInline } from '@kube-informer/worker/inline'
import { act, type ReactNode, Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { InformerErrorBoundary } from './informer-error-boundary.tsx'
import { hooks, names } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'

const { InformerProvider, useSuspenseLister } = hooks

function Names(): ReactNode {
  const { data } = useSuspenseLister({ namespace: 'default' })
  return names(data)
}

/** A connection in virtual time. */
function connect(fetch: typeof globalThis.fetch, clock = new FakeClock()) {
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch, clock, lifecycle: HIDDEN })
  onTestFinished(() => connection.close())
  return { connection, clock }
}

/** Changes are then applied on timers of the clock, not on frames. */
const HIDDEN = { visible: false, subscribe: () => () => {} }

/** Lets virtual time pass inside act, in steps in which React renders. */
const pass = async (clock: FakeClock, ms: number, step = 100): Promise<void> => {
  for (let passed = 0; passed < ms; passed += step) await act(() => clock.advance(step))
}

const tree = (connection: ReturnType<typeof connect>['connection'], children: ReactNode): ReactNode => (
  <InformerProvider connection={connection}>
    <InformerErrorBoundary
      fallback={({ error, reset }) => (
        <button type="button" onClick={reset}>
          {isForbidden(error) ? 'forbidden' : String(error)}
        </button>
      )}
    >
      <Suspense fallback="waiting">{children}</Suspense>
    </InformerErrorBoundary>
  </InformerProvider>
)

const click = (element: HTMLElement): Promise<void> =>
  act(async () => element.querySelector('button')?.click())

test('a suspended tree that never mounts releases its slice; one that still waits keeps it', async () => {
  for (const isDropped of [true, false]) {
    const signals: AbortSignal[] = []
    const { connection, clock } = connect((_, init) => {
      if (init?.signal) signals.push(init.signal)
      return new Promise(() => {})
    })
    const ensure = vi.spyOn(connection, 'ensure')
    const { element, root } = await render(tree(connection, <Names />))
    await pass(clock, 300)
    expect(element.textContent).toBe('waiting')
    if (isDropped) await act(async () => root.render(null))
    await pass(clock, 12_000, 500)
    const observer = connection.observe({
      resource: 'pods',
      scope: { namespace: 'default' },
      slice: { target: { type: 'all' } },
    })
    expect([isDropped, ensure.mock.calls.length]).toEqual([isDropped, isDropped ? 1 : 3])
    expect(observer.getState().status.data).toBe('none')
    // The informer of a host stops a while after the last page has left it.
    await pass(clock, 40_000, 1_000)
    expect(signals.every(({ aborted }) => aborted)).toBe(isDropped)
  }
})

test('an error without data reaches the boundary; its reset asks the server again', async () => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  const remove = server.faults.add({ action: { type: 'status', code: 403 } })
  const { connection, clock } = connect(server.fetch)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { element } = await render(tree(connection, <Names />))
  await pass(clock, 300)
  expect(element.textContent).toBe('forbidden')
  remove()
  await click(element)
  expect(element.textContent).toBe('waiting')
  await pass(clock, 300)
  expect(element.textContent).toBe('a')
  // With data, an error is part of the result.
  server.faults.add({ action: { type: 'status', code: 500 } })
  await pass(clock, 1_000)
  expect(element.textContent).toBe('a')
  vi.restoreAllMocks()
})

test('a reset that does not help shows the error again', async () => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  server.faults.add({ action: { type: 'status', code: 403 } })
  const { connection, clock } = connect(server.fetch)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { element } = await render(tree(connection, <Names />))
  await pass(clock, 300)
  expect(element.textContent).toBe('forbidden')
  await click(element)
  expect(element.textContent).toBe('waiting')
  await pass(clock, 6_000)
  expect(element.textContent).toBe('forbidden')
  vi.restoreAllMocks()
})

test('a closed connection reaches the boundary', async () => {
  const { connection, clock } = connect(() => new Promise(() => {}))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { element } = await render(tree(connection, <Names />))
  await pass(clock, 300)
  await act(async () => connection.close())
  await pass(clock, 300)
  expect(element.textContent).toMatch(/the connection was closed/)
  vi.restoreAllMocks()
})
