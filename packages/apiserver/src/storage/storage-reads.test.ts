import { defineResource } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { getJson } from '../test/fixtures.ts'

const events = defineResource({ group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true })

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
})

const event = (name: string, reason = 'Seen') => ({
  metadata: { name, namespace: 'default' },
  reason,
  involvedObject: { kind: 'Pod', name: 'a' },
})

/** Collects the events of a watch. */
async function follow(
  query: string,
): Promise<{ types: string[]; frames: { object: object }[]; ended: boolean }> {
  const response = await server.fetch(`/api/v1/events?watch=1&${query}`)
  const seen = { types: [] as string[], frames: [] as { object: object }[], ended: false }
  const consume = async () => {
    for await (const chunk of response.body ?? [])
      for (const line of new TextDecoder().decode(chunk).trim().split('\n')) {
        const frame = JSON.parse(line) as { type: string; object: { metadata?: { name?: string } } }
        seen.types.push(`${frame.type} ${frame.object.metadata?.name ?? ''}`.trim())
        seen.frames.push(frame)
      }
    seen.ended = true
  }
  void consume()
  await clock.settle()
  return seen
}

test('a limit applies at any resourceVersion, and tokens have no slash', async () => {
  for (const name of ['a', 'b', 'c']) server.create(event(name), events)
  const page = await getJson<{ items: unknown[]; metadata: { continue: string } }>(
    server,
    '/api/v1/events?limit=2&resourceVersion=0',
  )
  expect(page.items).toHaveLength(2)
  expect(JSON.parse(atob(page.metadata.continue))).toMatchObject({ start: 'default/b\u0000' })
  const rest = await getJson(server, `/api/v1/events?continue=${page.metadata.continue}`)
  expect(rest).toMatchObject({ items: [{ metadata: { name: 'c' } }] })
})

test('past and new writes, without bookmarks', async () => {
  const from = server.rv
  server.create(event('a'), events)
  const watching = await follow(`resourceVersion=${from}&allowWatchBookmarks=true&timeoutSeconds=200`)
  server.update(event('a', 'Again'), events)
  server.delete(event('a'), events)
  await clock.advance(199_000)
  expect(watching).toMatchObject({ types: ['ADDED a', 'MODIFIED a', 'DELETED a'], ended: false })
  await clock.advance(1000)
  expect(watching.ended).toBe(true)
  expect(clock.pendingTimers).toBe(0)
})

test('the initial list and its end', async () => {
  server.create(event('a'), events)
  const watching = await follow('allowWatchBookmarks=true')
  expect(watching.types).toEqual(['ADDED a', 'BOOKMARK'])
  expect(watching.frames[1]?.object).toMatchObject({
    metadata: { resourceVersion: server.rv, annotations: { 'k8s.io/initial-events-end': 'true' } },
  })
})

test('a field selector, and an event that leaves it', async () => {
  server.create(event('a'), events)
  const watching = await follow(`resourceVersion=${server.rv}&fieldSelector=reason%3DSeen`)
  server.update(event('a', 'Other'), events)
  server.update(event('a', 'Seen'), events)
  await clock.settle()
  expect(watching.types).toEqual(['DELETED a', 'ADDED a'])
})

test('expired and future resourceVersions, with their own messages', async () => {
  const from = server.rv
  server.create(event('a'), events)
  server.compact()
  const old = await follow(`resourceVersion=${from}`)
  expect(old.frames[0]?.object).toMatchObject({
    code: 410,
    message: 'The resourceVersion for the provided watch is too old.',
  })
  const query = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
  const future = await follow(`${query}&resourceVersion=${Number(server.rv) + 1000}`)
  expect(future.frames[0]?.object).toMatchObject({ code: 504, reason: 'Timeout' })
  expect((await server.fetch(`/api/v1/events?resourceVersion=${Number(server.rv) + 1000}`)).status).toBe(504)
  expect([old.ended, future.ended]).toEqual([true, true])
})

test('a watch with a slow reader ends', async () => {
  server = createFakeApiserver({ clock, watchBuffer: 10 })
  const response = await server.fetch(`/api/v1/events?watch=1&resourceVersion=${server.rv}`)
  for (let i = 0; i < 50; i++) server.create(event(`e-${i}`), events)
  expect((await response.text()).trim().split('\n').length).toBeLessThan(15)
  expect(server.openWatches).toBe(0)
})
