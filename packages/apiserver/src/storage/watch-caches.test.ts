import { pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, list, openWatch, pod, type Reading, watchCode } from '../test/fixtures.ts'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1), objects: [pod('a')] })
})

const open = (query = ''): Promise<Reading> => openWatch(server, clock, query)
const codeOf = (query: string): Promise<number | undefined> => watchCode(server, clock, query)

test('compact with the history of watches: watches may start from what the caches hold', async () => {
  const from = server.rv
  server.create(pod('b'))
  server.compact(undefined, { keepsWatchHistory: true })
  expect(await codeOf(`&resourceVersion=${from}`)).toBe(200)
  const exact = `/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=${from}`
  expect((await ask(server, 'GET', exact)).code).toBe(410)
})

test.each(['one resource', 'all resources'])(
  'stallWatchCache of %s: no events, and lists that are old',
  async which => {
    const reading = await open(`&resourceVersion=${server.rv}`)
    const resume = which === 'one resource' ? server.stallWatchCache(pods) : server.stallWatchCache()
    server.create(pod('b'))
    await clock.settle()
    expect(reading.texts).toEqual([])
    expect((await list(server, '?resourceVersion=0')).items).toHaveLength(1)
    resume()
    await clock.settle()
    expect(reading.texts).toEqual(['ADDED default/b'])
    expect((await list(server, '?resourceVersion=0')).items).toHaveLength(2)
    server.stallWatchCache(pods)
    server.create(pod('c'))
    await clock.settle()
    expect(reading.texts).toHaveLength(1)
    server.resumeWatchCache()
    await clock.settle()
    expect(reading.texts).toHaveLength(2)
  },
)

test('a cache that is created while all are stalled is stalled, too', async () => {
  const resume = server.stallWatchCache()
  expect((await list(server, '?resourceVersion=0')).items).toHaveLength(1)
  server.create(pod('b'))
  expect((await list(server, '?resourceVersion=0')).items).toHaveLength(1)
  resume()
  expect((await list(server, '?resourceVersion=0')).items).toHaveLength(2)
})

test('setReady: watches of the resource end, and get a 429 until it is ready', async () => {
  const reading = await open(`&resourceVersion=${server.rv}`)
  server.setReady(pods, false)
  await clock.settle()
  expect([reading.ended, await codeOf('')]).toEqual([true, 429])
  server.create(pod('b'))
  server.setReady(pods, true)
  server.setReady(pods, true)
  expect(await codeOf(`&resourceVersion=${server.rv}`)).toBe(200)
  expect((await list(server, '?resourceVersion=0')).items).toHaveLength(2)
})
