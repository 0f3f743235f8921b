import { UsageError } from '@kube-informer/core'
import { events, pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { ask, openWatch, pod, type Reading, watchCode } from '../test/fixtures.ts'
import { createFakeApiserver, type FakeApiserver } from './fake-apiserver.ts'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1), objects: [pod('a')] })
})

const open = (query = ''): Promise<Reading> => openWatch(server, clock, query)
const codeOf = (query: string): Promise<number | undefined> => watchCode(server, clock, query)

test('compact: watches and reads of past states from before get a 410, open watches go on', async () => {
  const from = server.rv
  const reading = await open(`&resourceVersion=${from}`)
  server.create(pod('b'))
  const { rv } = server
  server.create(pod('c'))
  server.compact(rv)
  expect([await codeOf(`&resourceVersion=${from}`), await codeOf(`&resourceVersion=${rv}`)]).toEqual([
    410, 200,
  ])
  const exact = `/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=`
  expect((await ask(server, 'GET', exact + from)).code).toBe(410)
  expect((await ask(server, 'GET', exact + rv)).code).toBe(200)
  server.compact()
  expect((await ask(server, 'GET', exact + rv)).code).toBe(410)
  await clock.settle()
  expect([reading.ended, reading.texts]).toEqual([false, ['ADDED default/b', 'ADDED default/c']])
})

test('relist: watches end and cannot resume; dropWatches: they can', async () => {
  const from = server.rv
  const first = await open(`&resourceVersion=${from}`)
  server.dropWatches()
  await clock.settle()
  expect([first.ended, first.error, await codeOf(`&resourceVersion=${from}`)]).toEqual([true, undefined, 200])
  const second = await open(`&resourceVersion=${from}`)
  server.create(pod('b'))
  server.relist()
  await clock.settle()
  expect([second.ended, second.error, await codeOf(`&resourceVersion=${from}`)]).toEqual([
    true,
    undefined,
    410,
  ])
  expect(await codeOf(`&resourceVersion=${server.rv}`)).toBe(200)
})

test('restart: watches break, and can start from now on only', async () => {
  const from = server.rv
  const reading = await open(`&resourceVersion=${from}`)
  server.create(pod('b'))
  await clock.settle()
  server.restart()
  await clock.settle()
  expect([reading.ended, String(reading.error)]).toEqual([true, 'TypeError: terminated'])
  expect([await codeOf(`&resourceVersion=${from}`), await codeOf(`&resourceVersion=${server.rv}`)]).toEqual([
    410, 200,
  ])
  expect(server.keys(pods)).toEqual(['default/a', 'default/b'])
})

test('revokeTokens: requests and watches of the token get a 401, until it is accepted again', async () => {
  const secured = createFakeApiserver({ clock, auth: { token: token => token !== '' } })
  const fetchAs = (token: string, query = '') =>
    secured.fetch(`/api/v1/pods${query}`, { headers: { Authorization: `Bearer ${token}` } })
  const response = await fetchAs('a', '?watch=1')
  await fetchAs('b', '?watch=1')
  expect(secured.openWatches).toBe(2)
  const accept = secured.revokeTokens('a')
  const end = await response.body?.getReader().read()
  expect([end?.done, secured.openWatches]).toEqual([true, 1])
  expect([(await fetchAs('a')).status, (await fetchAs('b')).status]).toEqual([401, 200])
  accept()
  expect((await fetchAs('a')).status).toBe(200)
})

test('a resource that is not served is a mistake of the test', () => {
  const other = { ...events, version: 'v9' }
  expect(() => server.setReady(other, false)).toThrow(UsageError)
  expect(() => server.stallWatchCache(other)).toThrow('events is not served in version v9')
})
