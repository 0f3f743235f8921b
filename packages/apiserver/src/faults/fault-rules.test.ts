import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, pod, watch } from '../test/fixtures.ts'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(3) })
})

const status = async (path: string) => (await server.fetch(path)).status

test('status: a limited number of error responses', async () => {
  server.faults.add({ times: 2, action: { type: 'status', code: 429, retryAfterSeconds: 3 } })
  const response = await server.fetch('/api/v1/pods')
  expect(response.status).toBe(429)
  expect(response.headers.get('Retry-After')).toBe('3')
  expect(await response.json()).toMatchObject({
    reason: 'TooManyRequests',
    details: { retryAfterSeconds: 3 },
  })
  expect(await status('/api/v1/pods')).toBe(429)
  expect(await status('/api/v1/pods')).toBe(200)
})

test('a fault applies to matching requests until its rule is removed', async () => {
  const stop = server.faults.add({
    match: { resource: 'pods', watch: false, method: 'get', path: /pods$/ },
    action: { type: 'status', code: 500 },
  })
  expect(await status('/api/v1/pods')).toBe(500)
  expect(await status('/api/v1/nodes')).toBe(200)
  expect(await status('/api/v1/pods?watch=1')).toBe(200)
  stop()
  expect(await status('/api/v1/pods')).toBe(200)
  server.faults.add({ match: { path: 'nodes' }, action: { type: 'status', code: 503 } })
  expect(await status('/api/v1/nodes')).toBe(503)
  server.faults.clear()
  expect(await status('/api/v1/nodes')).toBe(200)
  server.faults.add({
    match: { pathPattern: '/api/*/pods', path: 'default' },
    action: { type: 'status', code: 504 },
  })
  expect(await status('/api/v1/namespaces/default/pods')).toBe(504)
  expect(await status('/api/v1/namespaces/default/pods?limit=1')).toBe(504)
  expect(await status('/api/v1/namespaces/other/pods')).toBe(200)
  expect(await status('/api/v1/namespaces/default/configmaps')).toBe(200)
})

test('probability: the same seed selects the same requests', async () => {
  const run = async () => {
    server = createFakeApiserver({ clock, random: seededRandom(5) })
    server.faults.add({ probability: 0.5, action: { type: 'status', code: 500 } })
    const codes: number[] = []
    for (let i = 0; i < 40; i++) codes.push(await status('/api/v1/pods'))
    return codes
  }
  const codes = await run()
  expect(new Set(codes)).toEqual(new Set([200, 500]))
  expect(await run()).toEqual(codes)
})

test('drop: no response', async () => {
  server.faults.add({ action: { type: 'drop' } })
  await expect(server.fetch('/api/v1/pods')).rejects.toThrow(TypeError)
})

test('delay: the normal response, late; other faults apply after it', async () => {
  server.faults.add({ times: 1, action: { type: 'delay', ms: 5000 } })
  let answered = false
  void server.fetch('/api/v1/pods').then(() => {
    answered = true
  })
  await clock.advance(4999)
  expect(answered).toBe(false)
  await clock.advance(1)
  expect(answered).toBe(true)
})

test('delay: an abort does not wait for it', async () => {
  server.faults.add({ action: { type: 'delay', ms: 5000 } })
  const controller = new AbortController()
  const answer = server.fetch('/api/v1/pods', { signal: controller.signal })
  controller.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  expect(clock.pendingTimers).toBe(0)
})

test('end: a watch ends after the given events or time, or immediately', async () => {
  const { rv } = server
  for (const name of ['a', 'b', 'c']) server.create(pod(name))
  server.faults.add({ times: 1, match: { watch: true }, action: { type: 'end', afterEvents: 2 } })
  const two = await watch(server, `&resourceVersion=${rv}`)
  server.faults.add({ times: 1, match: { watch: true }, action: { type: 'end', afterMs: 50 } })
  const timed = await watch(server, `&resourceVersion=${rv}`)
  server.faults.add({ times: 1, match: { watch: true }, action: { type: 'end' } })
  const none = await watch(server, `&resourceVersion=${rv}`)
  await clock.advance(49)
  expect(two).toMatchObject({ texts: ['ADDED default/a', 'ADDED default/b'], ended: true, error: undefined })
  expect(none).toMatchObject({ texts: [], ended: true, error: undefined })
  expect(timed.ended).toBe(false)
  await clock.advance(1)
  expect(timed).toMatchObject({ ended: true, error: undefined })
  expect(timed.texts).toHaveLength(3)
  expect(clock.pendingTimers).toBe(0)
})

test('truncate: a watch breaks off within a frame', async () => {
  const { rv } = server
  for (const name of ['a', 'b']) server.create(pod(name))
  server.faults.add({ times: 1, action: { type: 'truncate', afterEvents: 1 } })
  const reading = await watch(server, `&resourceVersion=${rv}`)
  await clock.settle()
  expect(reading.texts).toEqual(['ADDED default/a'])
  expect(reading.rest).toMatch(/^\{"type":"ADDED"/)
  expect(reading.error).toBeInstanceOf(TypeError)
})

test('end and truncate: also within the initial list', async () => {
  for (const name of ['a', 'b', 'c']) server.create(pod(name))
  server.faults.add({ times: 1, action: { type: 'end', afterEvents: 2 } })
  const ended = await watch(server, '&resourceVersion=0&allowWatchBookmarks=1')
  server.faults.add({ times: 1, action: { type: 'truncate', afterEvents: 1 } })
  const truncated = await watch(server, '&resourceVersion=0&allowWatchBookmarks=1')
  server.create(pod('d'))
  await clock.settle()
  expect(ended).toMatchObject({
    texts: ['ADDED default/a', 'ADDED default/b'],
    ended: true,
    error: undefined,
  })
  expect(truncated).toMatchObject({ texts: ['ADDED default/a'], ended: true })
  expect(truncated.rest).not.toBe('')
  expect(server.openWatches).toBe(0)
})

test('truncate: a list breaks off within an item', async () => {
  for (const name of ['a', 'b', 'c']) server.create(pod(name))
  server.faults.add({ times: 1, action: { type: 'truncate' } })
  const response = await server.fetch('/api/v1/pods')
  await expect(response.text()).rejects.toThrow('terminated')
})

test('expired: 410 for a list, in the stream for a watch', async () => {
  server.faults.add({ action: { type: 'expired' } })
  expect(await getJson(server, '/api/v1/pods')).toMatchObject({ code: 410, reason: 'Expired' })
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  await clock.settle()
  expect(reading.response.status).toBe(200)
  expect(reading.frames).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }])
  expect(reading.ended).toBe(true)
})
