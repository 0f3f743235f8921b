import { type ReactNode, startTransition, useLayoutEffect, useReducer, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hooks, LIVE, slice } from './test/pod-hooks.tsx'
import { informers } from './test/pods.ts'
import { createFakeConnection, type FakeConnection } from './testing/create-fake-connection.ts'

const all = slice({ type: 'all' })

type ReadTotal = (connection: FakeConnection<typeof informers>['connection']) => number

const useTotal: ReadTotal = connection => hooks.useLister({ connection }).total

/** Reads the state while it renders, and renders again after each change. */
const useNaiveTotal: ReadTotal = connection => {
  const [, again] = useReducer((count: number) => count + 1, 0)
  const observer = connection.observe(all as never)
  useLayoutEffect(() => observer.subscribe(again), [observer])
  return observer.getState().total
}

/** Longer than the time after which React gives way to other tasks. */
const SLICE_MS = 8

function spend(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/**
 * Renders slow components in a transition, and changes the slice between two of them. Returns what each commit showed.
 */
async function commitsOf(useTotalOf: ReadTotal): Promise<string[]> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const { connection, push } = createFakeConnection(informers)
  push(all, { total: 1, status: LIVE })
  let isChanged = false
  const commits: string[] = []
  let show = (): void => {}

  const Cell = ({ index }: { readonly index: number }): ReactNode => {
    const total = useTotalOf(connection)
    spend(SLICE_MS)
    if (index === 2 && !isChanged) {
      isChanged = true
      // Runs when React gives way, before the next component.
      queueMicrotask(() => push(all, { total: 2 }))
    }
    return <i>{total}</i>
  }
  const Page = (): ReactNode => {
    const [isShown, setShown] = useState(false)
    show = () => startTransition(() => setShown(true))
    useLayoutEffect(() => {
      commits.push(element.textContent ?? '')
    })
    return isShown && [0, 1, 2, 3, 4, 5].map(index => <Cell key={index} index={index} />)
  }
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  root.render(<Page />)
  await vi.waitFor(() => expect(commits).toHaveLength(1))
  show()
  await vi.waitFor(() => expect(commits.at(-1)).toHaveLength(6), { timeout: 10_000 })
  return commits
}

test('a commit never shows two states of a slice, although a transition renders across a change', async () => {
  expect(await commitsOf(useTotal)).toEqual(['', '222222'])
})

test('a naive store shows two states in one commit', async () => {
  expect(await commitsOf(useNaiveTotal)).toContain('111222')
})
