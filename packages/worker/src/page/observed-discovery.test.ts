import { expect, test } from 'vitest'
import { openPage } from '../test/open-page.ts'
import type { ScriptedHost } from '../test/scripted-transport.ts'
import type { WireDiscovery } from '../wire/calls.ts'

const group = (name: string, ...plurals: readonly string[]): string => {
  const resources = plurals.map(plural => ({ group: name, version: 'v1', plural }))
  return JSON.stringify({
    name,
    preferredVersion: 'v1',
    versions: [{ version: 'v1', stale: false, resources }],
  })
}

const state = (id: string, ...groups: readonly string[]): WireDiscovery => ({
  id,
  data: 'complete',
  groups,
  failures: {},
})

/** The discovery calls that a host has received, oldest first. */
const asked = (host: ScriptedHost) => host.sent('hostCall').map(({ type, id, ...question }) => question)

/** A page that shows the resources of one group. */
async function shownPage() {
  const page = openPage()
  const { discovery } = page.connection
  const plurals = () => discovery.getState().resources.map(({ plural }) => plural)
  let changes = 0
  const unsubscribe = discovery.subscribe(() => changes++)
  const answer = async (host: ScriptedHost, object: WireDiscovery) => {
    const id = host.sent('hostCall').at(-1)?.id ?? 0
    host.onMessage({ type: 'result', id, object })
    await page.settle()
  }
  const host = await page.nextHost()
  await page.settle()
  await answer(host, state('one', group('', 'pods')))
  return { ...page, discovery, plurals, changes: () => changes, unsubscribe, answer, host }
}

test('a call is in flight while there are subscribers, and names what the page has', async () => {
  const { host, plurals, changes, answer, unsubscribe, settle } = await shownPage()
  expect([plurals(), changes()]).toEqual([['pods'], 1])
  await answer(host, state('two', group('', 'pods'), group('apps', 'deployments')))
  expect([plurals(), changes()]).toEqual([['pods', 'deployments'], 2])
  const known = [undefined, 'one', 'two']
  expect(asked(host)).toEqual(known.map(each => ({ verb: 'discovery', known: each })))
  unsubscribe()
  await settle()
  expect(host.posted.at(-1)).toEqual({ type: 'cancel', id: 3 })
})

test('the next host continues: the page keeps what it shows until something differs', async () => {
  const { transport, discovery, plurals, changes, nextHost, answer, settle } = await shownPage()
  const before = discovery.getState()
  transport.listener.onLost('the worker has ended')
  await settle()
  expect(discovery.getState()).toBe(before)
  const second = await nextHost()
  await settle()
  expect(asked(second)).toEqual([{ verb: 'discovery', known: 'one' }])
  await answer(second, { ...state('old', group('', 'bindings')), data: 'cached' })
  expect([plurals(), discovery.getState().data]).toEqual([['pods'], 'complete'])
  await answer(second, state('two', group('', 'pods', 'nodes')))
  expect([plurals(), asked(second).length]).toEqual([['pods', 'nodes'], 3])
  expect(changes()).toBeLessThanOrEqual(3)
})

test('a refresh is sent to the next host, too', async () => {
  const { transport, discovery, nextHost, answer, settle } = await shownPage()
  const refreshed = discovery.refresh()
  await settle()
  transport.listener.onLost('the worker has ended')
  const second = await nextHost()
  await settle()
  expect(asked(second)).toContainEqual({ verb: 'discovery', refresh: true })
  await answer(second, state('two', group('', 'nodes')))
  expect((await refreshed).resources.map(({ plural }) => plural)).toEqual(['nodes'])
})

test('errors of the server and of groups have their classes again', async () => {
  const { discovery, host, answer } = await shownPage()
  const error = { message: 'discover /apis: no', status: { code: 403, reason: 'Forbidden', message: 'no' } }
  await answer(host, {
    ...state('two', group('', 'pods')),
    error,
    failures: { 'a.io/v1': { message: 'down' } },
  })
  expect(discovery.getState()).toMatchObject({ error: { name: 'StatusError', code: 403 }, data: 'complete' })
  expect(discovery.getState().failures).toEqual({ 'a.io/v1': new Error('down') })
})

test('a host that rejects the call is asked again after a second', async () => {
  const { clock, discovery, host, plurals, answer } = await shownPage()
  const id = host.sent('hostCall').at(-1)?.id ?? 0
  const failure = { message: 'too many calls', code: 'UsageError' }
  host.onMessage({ type: 'result', id, failure })
  await clock.advance(900)
  expect([plurals(), discovery.getState().error?.name, asked(host).length]).toEqual([
    ['pods'],
    'UsageError',
    2,
  ])
  await clock.advance(200)
  expect(asked(host)).toHaveLength(3)
  await answer(host, state('one', group('', 'pods')))
  expect([plurals(), discovery.getState().error]).toEqual([['pods'], undefined])
})

test('a connection that fails keeps what it shows and says why; one that is closed shows nothing', async () => {
  const failed = await shownPage()
  failed.host.onMessage({ type: 'rejected', reason: 'another build' })
  await failed.settle()
  expect(failed.discovery.getState()).toMatchObject({ data: 'complete', error: { message: 'another build' } })
  const closed = await shownPage()
  closed.connection.close()
  expect([closed.discovery.getState().data, closed.clock.pendingTimers]).toEqual(['none', 0])
})
