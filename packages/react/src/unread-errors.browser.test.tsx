import { act, type ReactNode, StrictMode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { hooks, LIVE, slice } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useLister, useSuspenseLister } = hooks
const all = slice({ type: 'all' })
const failed = (message: string) =>
  ({ status: { ...LIVE, data: 'none', link: 'retrying', error: new Error(message) } }) as const

const warn = vi.spyOn(console, 'warn')
beforeEach(() => {
  warn.mockReset()
})

const Silent = (): ReactNode => <p>{useLister().data.length}</p>

/** Renders components over one connection; returns how its slice fails. */
async function failing(...components: readonly ReactNode[]) {
  const { connection, push } = createFakeConnection(informers)
  const { element } = await render(
    <StrictMode>
      <InformerProvider connection={connection}>{components}</InformerProvider>
    </StrictMode>,
  )
  return { element, fail: (message: string) => act(async () => push(all, failed(message))) }
}

test('an error that no component reads is printed with its text, once for each slice', async () => {
  const { fail } = await failing(<Silent key="a" />, <Silent key="b" />)
  expect(warn.mock.calls).toEqual([])
  await fail('list pods failed: forbidden')
  await fail('list pods failed again')
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^No component reads this error\. .*: list pods failed: forbidden$/)],
  ])
})

test.each<[string, () => ReactNode]>([
  ['error', () => <p>{useLister().error?.message}</p>],
  ['isError', () => <p>{String(useLister().isError)}</p>],
  ['status', () => <p>{useLister().status.link}</p>],
  ['freshness', () => <p>{useLister().freshness.reason}</p>],
])('nothing is printed if one component of the slice reads %s', async (_, Reader) => {
  const { fail, element } = await failing(<Silent key="a" />, <Reader key="b" />)
  await fail('refused')
  expect(element.textContent).toMatch(/refused|true|retrying|0/)
  expect(warn.mock.calls).toEqual([])
})

test('the result of a hook is the same object while nothing changes, and has its members', async () => {
  const results: unknown[] = []
  const Reader = (): ReactNode => {
    const result = useLister()
    results.push(result)
    return <p>{result.error?.message}</p>
  }
  const { fail } = await failing(<Reader key="a" />)
  await fail('refused')
  const [last, before] = [results.at(-1), results.at(-2)]
  expect(last).toBe(before)
  expect({ ...(last as object) }).toMatchObject({ isError: true, isPending: false, data: [], total: 0 })
})

test('an error of a slice with rows is printed, too', async () => {
  const { connection, push } = createFakeConnection(informers)
  await act(async () => push(all, { data: [podNamed('a')], status: LIVE }))
  const Suspending = (): ReactNode => <p>{useSuspenseLister().data.length}</p>
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Suspending />
    </InformerProvider>,
  )
  await act(async () =>
    push(all, { data: [podNamed('a')], status: { ...LIVE, error: new Error('expired') } }),
  )
  expect(element.textContent).toBe('1')
  expect(warn.mock.calls).toEqual([[expect.stringContaining('expired')]])
})
