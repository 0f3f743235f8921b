import { pods } from '@kube-informer/core/resources'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryObjects, type MemoryObjectsOptions, stubWorkerd } from '../test/memory-objects.ts'
import { stopRelay } from './index.ts'

const LEAF = ' leaf-0 '
const ROOT = ' root v1/pods'
const PODS = '/api/v1/pods'
const UPGRADE = {
  ...{ Upgrade: 'websocket', Origin: 'https://app.example' },
  ...{ 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13' },
}
const QUIET_MS = 30_000

let sockets: ReturnType<typeof stubWorkerd>
beforeEach(() => {
  sockets = stubWorkerd()
})
afterEach(() => void vi.unstubAllGlobals())

/** A relay whose leaf has its cache. */
async function start(options?: MemoryObjectsOptions) {
  const relay = new MemoryObjects(options)
  await relay.advance()
  const first = relay.fetch(`${PODS}?resourceVersion=0`)
  await relay.advance(1000)
  await (await first).text()
  const leaf = relay.context(LEAF)
  return { relay, leaf }
}

/** Opens a watch over WebSocket that begins now. */
async function watch(relay: MemoryObjects, query = '') {
  const opening = relay.fetch(`${PODS}?watch=1&resourceVersion=${relay.server.rv}${query}`, UPGRADE)
  await relay.advance()
  const { status } = await opening
  expect(status).toBe(200)
  const socket = sockets.at(-1)
  if (!socket) throw new Error('there is no socket')
  return socket
}
const attachmentOf = (socket: { readonly attachment: unknown }) =>
  JSON.parse(String(socket.attachment)) as object

describe('a leaf', () => {
  test('answers from its cache, which its root has read once', async () => {
    const { relay } = await start()
    const answer = await relay.fetch(`${PODS}?resourceVersion=0`)
    const { items } = (await answer.json()) as { items: readonly object[] }
    expect(items).toHaveLength(3)
    const lists = relay.server.requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1')
    expect(lists.length).toBeLessThanOrEqual(1)
    expect(new Set(relay.requests)).toEqual(new Set([`leaf-0 ${PODS}`, `root v1/pods ${PODS}`]))
  })

  test('has an address that an alarm can use, and answers pings itself', async () => {
    const { leaf } = await start()
    expect([...leaf.values.values()]).toEqual([
      { cluster: '', leaves: 1, fanout: 32, node: { level: 0, index: 0 }, resource: '' },
    ])
    expect(leaf.answers).toEqual([{ texts: ['ping', 'pong'] }])
  })

  test('sends the events of a watch over WebSocket', async () => {
    const { relay, leaf } = await start()
    const socket = await watch(relay)
    expect(leaf.sockets).toEqual([socket])
    relay.create('d')
    await relay.advance(1000)
    expect(socket.events).toEqual(['ADDED d'])
  })

  test('refuses a reader without a token, and another method', async () => {
    const { relay } = await start()
    expect((await relay.fetch(PODS, { Authorization: '' })).status).toBe(401)
    expect((await relay.fetch(PODS, {}, { method: 'DELETE' })).status).toBe(405)
  })
})

describe('a leaf whose readers have no events', () => {
  /** A leaf that sleeps, with a reader. */
  async function asleep(options?: MemoryObjectsOptions) {
    const { relay, leaf } = await start(options)
    const socket = await watch(relay, '&allowWatchBookmarks=1')
    for (let round = 0; round < 3; round++) await relay.advance(QUIET_MS)
    return { relay, leaf, socket }
  }

  test('sleeps: its readers are attached to their sockets, and its parent is notified', async () => {
    const { relay, leaf, socket } = await asleep()
    expect(attachmentOf(socket)).toMatchObject({
      ...{ resourceVersion: relay.server.rv, identity: { username: 'alice' }, failures: 0 },
    })
    expect([socket.closedWith, leaf.alarmAt !== null]).toEqual([undefined, true])
    expect(relay.requests).toContain('root v1/pods /.relay/sleep')
    relay.instances.delete(LEAF)
    expect(relay.clock.pendingTimers).toBeGreaterThan(0)
  })

  test('is woken by an event, which its readers receive, also if it is not in memory', async () => {
    for (const isEvicted of [false, true]) {
      const { relay, socket } = await asleep()
      if (isEvicted) relay.instances.delete(LEAF)
      relay.create('d')
      await relay.advance(1000)
      expect(relay.requests).toContain('leaf-0 /.relay/wake')
      expect(socket.events).toEqual(['ADDED d'])
      relay.create('e')
      await relay.advance(1000)
      expect(socket.events).toEqual(['ADDED d', 'ADDED e'])
    }
  })

  test('sends bookmarks and renews its notice when its alarm comes', async () => {
    const { relay, leaf, socket } = await asleep()
    relay.instances.delete(LEAF)
    await relay.object(LEAF).alarm()
    await relay.advance()
    expect(socket.events).toEqual(['BOOKMARK'])
    expect(relay.requests.filter(each => each.endsWith('/sleep'))).toHaveLength(2)
    expect((leaf.alarmAt ?? 0) - relay.clock.now()).toBe(30_000)
  })

  test('wakes at its alarm if its parent does not know that it sleeps', async () => {
    const { relay, socket } = await asleep()
    await relay.object(ROOT).fetch(new Request('https://x/'))
    relay.instances.delete(ROOT)
    relay.create('d')
    await relay.object(LEAF).alarm()
    await relay.advance(5000)
    expect(socket.events.filter(event => event.startsWith('ADDED'))).toEqual(['ADDED d'])
  })

  test('ends the watch of a reader that may no longer read', async () => {
    const { relay, socket } = await asleep()
    relay.authorize = async () => ({ allowed: false })
    await relay.clock.advance(3_000_000)
    await relay.object(LEAF).alarm()
    await relay.advance()
    expect([socket.events.at(-1), socket.closedWith]).toEqual(['ERROR 403', 1000])
  })

  test('has no alarm once its readers have left', async () => {
    const { relay, leaf, socket } = await asleep()
    socket.readyState = 3
    const before = leaf.alarmAt
    await relay.object(LEAF).alarm()
    await relay.advance()
    expect([leaf.alarmAt, relay.requests.filter(each => each.endsWith('/sleep')).length]).toEqual([before, 1])
  })

  test.each<[string, MemoryObjectsOptions]>([
    ['it never sleeps', { sleep: { quietMs: Number.POSITIVE_INFINITY } }],
    ['a reader has to be authenticated soon', { sleep: { minMs: 4_000_000 } }],
  ])('remains awake if %s', async (_, options) => {
    const { relay, socket } = await asleep(options)
    expect(relay.requests).not.toContain('root v1/pods /.relay/sleep')
    relay.create('d')
    await relay.advance(1000)
    expect(socket.sent.some(text => text.includes('"d"'))).toBe(true)
  })

  test('remains awake while a reader has a plain watch', async () => {
    const { relay } = await start()
    await watch(relay)
    const plain = await relay.fetch(`${PODS}?watch=1&resourceVersion=${relay.server.rv}`)
    for (let round = 0; round < 4; round++) await relay.advance(QUIET_MS)
    expect(relay.requests).not.toContain('root v1/pods /.relay/sleep')
    await plain.body?.cancel()
    for (let round = 0; round < 3; round++) await relay.advance(QUIET_MS)
    expect(relay.requests).toContain('root v1/pods /.relay/sleep')
  })

  test('remains awake without readers', async () => {
    const { relay } = await start()
    for (let round = 0; round < 3; round++) await relay.advance(QUIET_MS)
    expect(relay.requests).not.toContain('root v1/pods /.relay/sleep')
  })

  test('remains awake as long as there are events', async () => {
    const { relay } = await start()
    const socket = await watch(relay)
    for (let round = 0; round < 5; round++) {
      relay.create(`d${round}`)
      await relay.advance(QUIET_MS - 1000)
    }
    expect([socket.events.length, relay.requests.includes('root v1/pods /.relay/sleep')]).toEqual([5, false])
  })

  test('remains awake for a reader of a Table, whose socket is closed if it ends', async () => {
    const { relay, leaf } = await start()
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
    const opening = relay.fetch(`${PODS}?watch=1&resourceVersion=${relay.server.rv}`, {
      ...UPGRADE,
      Accept: accept,
    })
    await relay.advance()
    expect((await opening).status).toBe(200)
    expect(leaf.sockets).toEqual([])
    for (let round = 0; round < 3; round++) await relay.advance(QUIET_MS)
    expect(relay.requests).not.toContain('root v1/pods /.relay/sleep')
  })
})

describe('an object of a relay', () => {
  test('closes its sockets, and keeps neither timers nor alarms, when the relay is stopped', async () => {
    const { relay, leaf } = await start()
    const socket = await watch(relay)
    leaf.alarmAt = 5
    const stopping = stopRelay(relay.routes, [pods])
    await relay.advance(1000)
    await stopping
    expect([socket.closedWith, leaf.alarmAt, leaf.values.size, relay.server.openWatches]).toEqual([
      1000,
      null,
      0,
      0,
    ])
    expect(relay.clock.pendingTimers).toBe(0)
    const again = relay.fetch(`${PODS}?resourceVersion=0`)
    await relay.advance(1000)
    expect((await again).status).toBe(200)
  })

  test('closes the socket of a reader that has closed it, and its watch ends', async () => {
    const { relay } = await start()
    const socket = await watch(relay)
    relay.object(LEAF).webSocketMessage()
    relay.object(LEAF).webSocketClose(socket)
    relay.object(LEAF).webSocketError(socket)
    relay.create('d')
    await relay.advance(1000)
    expect([socket.closedWith, socket.sent]).toEqual([1000, []])
  })

  test('serves requests that name it only', async () => {
    const { relay } = await start()
    const direct = await relay.object(LEAF).fetch(new Request(`https://relay${PODS}`))
    expect([direct.status, await direct.text()]).toEqual([
      400,
      'requests to a RelayObject pass routeToRelay\n',
    ])
    const address = JSON.stringify({ cluster: '', node: 'root', resource: 'v1/pods', leaves: 1, fanout: 32 })
    const other = new Request(`https://relay${PODS}`, { headers: { 'kube-informer-relay': address } })
    const answer = await new MemoryObjects().object(LEAF).fetch(other)
    expect([answer.status, await answer.text()]).toEqual([400, 'the request is for another object\n'])
  })

  test('has nothing to do at an alarm without an address', async () => {
    const relay = new MemoryObjects()
    await relay.object(LEAF).alarm()
    expect([relay.requests, relay.clock.pendingTimers]).toEqual([[], 0])
  })

  test('that does not respond is a 503', async () => {
    const relay = new MemoryObjects()
    relay.object = () => {
      throw new Error('overloaded')
    }
    const response = await relay.fetch(PODS)
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      503,
      'the object of the relay does not respond',
    ])
    expect((await relay.fetch('/.relay/stop')).status).toBe(404)
  })
})
