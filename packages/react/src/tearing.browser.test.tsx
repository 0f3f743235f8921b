import { useLayoutEffect, useReducer } from 'react'
import { expect, test } from 'vitest'
import { type ConcurrentPage, createConcurrentPage } from './test/concurrent.tsx'
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

/** Renders in a transition, across a change from 1 to 2. */
async function renderAcross(useTotalOf: ReadTotal): Promise<ConcurrentPage<object>> {
  const { connection, push } = createFakeConnection(informers)
  push(all, { total: 1, status: LIVE })
  const page = createConcurrentPage(() => useTotalOf(connection))
  await page.interrupt(<page.Cells />, () => push(all, { total: 2 }))
  return page
}

test('a commit never shows two states of a slice, although a transition renders across a change', async () => {
  const { shows, commits } = await renderAcross(useTotal)
  await shows('222222')
  expect(commits).toEqual(['222222'])
})

test('a naive store shows two states in one commit', async () => {
  const { shows } = await renderAcross(useNaiveTotal)
  await shows('111222')
})
