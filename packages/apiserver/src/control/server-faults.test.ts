import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { namespaces, pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, keysOf, list, pod, watch } from '../test/fixtures.ts'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(3) })
})

const status = async (path: string, init?: RequestInit) => (await server.fetch(path, init)).status

test('stallWatchCache: watches get no events, and lists from the cache are stale', async () => {
  server.create(pod('a'))
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  const resume = server.stallWatchCache(pods)
  server.create(pod('b'))
  await clock.settle()
  expect(reading.texts).toEqual([])
  expect(keysOf(await list(server, '?resourceVersion=0'))).toEqual(['default/a'])
  resume()
  await clock.settle()
  expect(reading.texts).toEqual(['ADDED default/b'])
  expect(keysOf(await list(server, '?resourceVersion=0'))).toEqual(['default/a', 'default/b'])
})

test('stallWatchCache: consistent reads wait for three seconds and then bypass the cache', async () => {
  server.create(pod('a'))
  await list(server)
  server.stallWatchCache()
  server.create(pod('b'))
  let keys: string[] = []
  void list(server).then(page => {
    keys = keysOf(page)
  })
  await clock.advance(2900)
  expect(keys).toEqual([])
  await clock.advance(200)
  expect(keys).toEqual(['default/a', 'default/b'])
  // A resourceVersion that the cache does not have is a 504; a single object is read from storage.
  const late = server.fetch(`/api/v1/pods?resourceVersion=${server.rv}`)
  await clock.advance(3100)
  expect((await late).status).toBe(504)
  expect(await getJson(server, '/api/v1/namespaces/default/pods/b')).toMatchObject({ kind: 'Pod' })
  server.resumeWatchCache()
  expect(keysOf(await list(server, '?resourceVersion=0'))).toEqual(['default/a', 'default/b'])
})

test('setReady: watches end and get 429, and so do lists from the cache', async () => {
  server.create(pod('a'))
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  server.setReady(pods, false)
  await clock.settle()
  expect(reading).toMatchObject({ ended: true, error: undefined, texts: [] })
  const refused = await server.fetch('/api/v1/pods?watch=1')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ message: 'storage is (re)initializing' })
  expect(await status('/api/v1/pods?resourceVersion=0')).toBe(429)
  expect(await status('/api/v1/pods?limit=500&resourceVersion=0')).toBe(200)
  expect(await status('/api/v1/namespaces/default/pods/a')).toBe(200)
  expect(await status('/api/v1/configmaps?watch=1')).toBe(200)
  server.create(pod('b'))
  server.setReady(pods, true)
  expect(keysOf(await list(server, '?resourceVersion=0'))).toEqual(['default/a', 'default/b'])
})

test('restart: watches break, objects stay, and no watch can start from before', async () => {
  const before = server.rv
  server.create(pod('a'))
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  server.restart()
  await clock.settle()
  expect(reading.error).toBeInstanceOf(TypeError)
  expect(server.openWatches).toBe(0)
  const old = await watch(server, `&resourceVersion=${before}`)
  const fresh = await watch(server, `&resourceVersion=${server.rv}`)
  server.create(pod('b'))
  await clock.settle()
  expect(old.frames[0]?.object.reason).toBe('Expired')
  expect(fresh.texts).toEqual(['ADDED default/b'])
})

test('revokeTokens: watches end without an error, and requests get 401 until the revocation ends', async () => {
  server = createFakeApiserver({ clock, auth: { token: token => token.startsWith('good') } })
  const as = (token: string): RequestInit => ({ headers: { Authorization: `Bearer ${token}` } })
  const watched = await server.fetch('/api/v1/pods?watch=1&resourceVersion=1000', as('good-1'))
  expect(await status('/api/v1/pods', as('good-2'))).toBe(200)
  const stop = server.revokeTokens('good-1')
  expect(await watched.text()).toBe('')
  expect(await status('/api/v1/pods', as('good-1'))).toBe(401)
  expect(await status('/api/v1/pods', as('good-2'))).toBe(200)
  stop()
  expect(await status('/api/v1/pods', as('good-1'))).toBe(200)
  server.revokeTokens()
  expect(await status('/api/v1/pods', as('good-2'))).toBe(401)
  expect(await status('/api/v1/pods', as('good-3'))).toBe(200)
})

test('compact: with the caches, or as on a real server, where watches can continue', async () => {
  const from = server.rv
  server.create(pod('a'))
  server.compact(undefined, { keepsWatchHistory: true })
  const kept = await watch(server, `&resourceVersion=${from}`)
  server.compact()
  const lost = await watch(server, `&resourceVersion=${from}`)
  await clock.settle()
  expect(kept.texts).toEqual(['ADDED default/a'])
  expect(lost.texts).toEqual(['ERROR'])
  expect(kept.ended).toBe(false)
})

test('V14: without the feature, watches cannot start with a marked initial list', async () => {
  server = createFakeApiserver({ clock, features: { watchList: false } })
  server.create(pod('a'))
  const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
  const refused = await server.fetch(`/api/v1/pods?${query}`)
  expect(refused.status).toBe(422)
  expect(((await refused.json()) as { message: string }).message).toContain(
    'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  )
  const legacy = await watch(server, '&allowWatchBookmarks=true')
  await clock.settle()
  expect(legacy.texts).toEqual(['ADDED default/a'])
})

test('the log describes each request, its status and a fix', async () => {
  await server.fetch('/api/v1/namespaces/default/pods?watch=1&resourceVersion=1')
  await server.fetch('/apis/example.com/v1/widgets')
  await server.fetch('/api/v1/pods/a')
  const [watched, unknown, missing] = server.requests
  expect([watched?.text, watched?.status]).toEqual(['watch pods in namespace "default"', 200])
  expect(unknown?.status).toBe(404)
  expect(unknown?.note).toContain('nothing is served at /apis/example.com/v1/widgets')
  expect(missing?.note).toContain('the namespace in the path')
})

test('an error names a resource that is not served', () => {
  expect(() => server.setReady({ ...namespaces, version: 'v9' }, false)).toThrow(
    'is not served in version v9',
  )
})
