import { expect, test } from 'vitest'
import { openPage } from '../test/open-page.ts'
import type { ScriptedHost } from '../test/scripted-transport.ts'
import type { WireNamespaces } from '../wire/calls.ts'

const listed = (...names: readonly string[]): WireNamespaces => ({
  id: names.join(),
  names,
  source: 'listed',
  isPending: false,
})

/** The questions that a host has received, oldest first. */
const asked = (host: ScriptedHost) => host.sent('hostCall').map(({ type, id, ...question }) => question)

/** A page that shows the namespaces `a` and `b`. */
async function shownPage() {
  const page = openPage()
  const { getState, subscribe } = page.connection.permittedNamespaces({ readable: 'pods' })
  const unsubscribe = subscribe(() => {})
  const answer = async (
    host: ScriptedHost,
    result: { readonly object: WireNamespaces } | { readonly failure: object },
  ) => {
    const id = host.sent('hostCall').at(-1)?.id ?? 0
    host.onMessage({ type: 'result', id, ...result } as Parameters<typeof host.onMessage>[0])
    await page.settle()
  }
  const host = await page.nextHost()
  await page.settle()
  await answer(host, { object: listed('a', 'b') })
  return { ...page, getState, unsubscribe, answer, host }
}

test('a call is in flight while there are subscribers, and names what the page has', async () => {
  const { host, getState, unsubscribe, settle } = await shownPage()
  expect(getState()).toEqual({ namespaces: ['a', 'b'], source: 'listed', isPending: false, error: undefined })
  const question = { verb: 'namespaces', readable: 'pods' }
  expect(asked(host)).toEqual([
    { ...question, known: undefined },
    { ...question, known: 'a,b' },
  ])
  unsubscribe()
  await settle()
  expect(host.posted.at(-1)).toEqual({ type: 'cancel', id: 2 })
})

test('the next host continues: the page keeps what it shows until something differs', async () => {
  const { transport, getState, nextHost, answer, settle } = await shownPage()
  const before = getState()
  transport.listener.onLost('the worker has ended')
  await settle()
  expect(getState()).toBe(before)
  const next = await nextHost()
  await settle()
  expect(asked(next)).toEqual([{ verb: 'namespaces', readable: 'pods', known: 'a,b' }])
  await answer(next, { object: listed('a') })
  expect(getState().namespaces).toEqual(['a'])
})

test('a rejected call leaves the names, and is sent again', async () => {
  const { host, getState, answer, clock } = await shownPage()
  await answer(host, { failure: { name: 'UsageError', message: 'too many calls' } })
  expect(getState()).toMatchObject({ namespaces: ['a', 'b'], error: { message: 'too many calls' } })
  await clock.advance(1_000)
  // It names no state, so that the host answers although nothing has changed, and the error ends.
  expect(asked(host).at(-1)).toEqual({ verb: 'namespaces', readable: 'pods', known: undefined })
  await answer(host, { object: listed('a', 'b') })
  expect(getState()).toMatchObject({ namespaces: ['a', 'b'], error: undefined })
})

test('the end of the connection is an error beside the names', async () => {
  const { transport, getState, connection } = await shownPage()
  transport.listener.onFailure('no host is left')
  expect(getState()).toMatchObject({ namespaces: ['a', 'b'], error: { message: 'no host is left' } })
  expect(connection.permittedNamespaces().getState().error?.message).toBe('no host is left')
})
