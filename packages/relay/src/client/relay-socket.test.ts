import { createListWatch, isForbidden, ProtocolError, SharedIndexInformer } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { type SocketWorld, type SocketWorldOptions, socketWorld } from '../test/socket-world.ts'

const pod = (name: string, padding = 0) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', annotations: { padding: 'x'.repeat(padding) } },
})

interface Informing {
  readonly informer: SharedIndexInformer<Pod>
  stop(): Promise<void>
}

function inform({ client, clock }: SocketWorld, options: { namespace?: string } = {}): Informing {
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods, options), clock })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  return {
    informer,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const follow = async (options: SocketWorldOptions = {}) => {
  const world = socketWorld(options)
  const informing = inform(world)
  await world.clock.settle()
  return { ...world, ...informing }
}
const versions = (objects: readonly { metadata?: { name?: string; resourceVersion?: string } }[]) =>
  Object.fromEntries(objects.map(({ metadata }) => [metadata?.name, metadata?.resourceVersion]))
const lists = ({ server }: Pick<SocketWorld, 'server'>) =>
  server.requests.filter(({ kind }) => kind === 'list').length

test('an informer follows its collection over the socket', async () => {
  const world = await follow()
  const { server, informer, clock } = world
  server.create(pod('a'))
  server.create(pod('b'))
  await clock.settle()
  server.delete(pod('a'))
  await clock.settle()
  expect(versions(informer.indexer.list())).toEqual(versions(server.list(pods)))
  expect([world.sockets.length, server.openWatches, lists(world)]).toEqual([1, 1, 1])
  await world.stop()
  await clock.settle()
  expect([server.openWatches, clock.pendingTimers, world.sockets[0]?.readyState]).toEqual([0, 0, 3])
})

test('the client confirms what it receives, where the runtime of the relay does not count', async () => {
  const world = await follow()
  for (const socket of world.sockets) socket.bufferedAmount = undefined
  for (let index = 0; index < 20; index++) {
    world.server.create(pod(`p${index}`, 200_000))
    await world.clock.settle()
  }
  expect([world.informer.indexer.list().length, world.sockets.length]).toEqual([20, 1])
  await world.stop()
})

test('many informers share one socket, and it is closed after the last one', async () => {
  const world = socketWorld()
  const all = Array.from({ length: 20 }, (_, at) => inform(world, { namespace: `n${at}` }))
  await world.clock.settle()
  expect([world.server.openWatches, world.sockets.length]).toEqual([20, 1])
  for (const [at, { stop }] of all.entries()) {
    expect(world.sockets[0]?.readyState).toBe(1)
    await stop()
    await world.clock.settle()
    expect(world.server.openWatches).toBe(19 - at)
  }
  expect([world.sockets[0]?.readyState, world.clock.pendingTimers]).toEqual([3, 0])
})

test('a watch that the server ends resumes on the same socket, without a list', async () => {
  const world = await follow()
  const { server, clock, informer } = world
  server.create(pod('first'))
  await clock.settle()
  server.dropWatches()
  server.create(pod('a'))
  await clock.advance(2000)
  expect(informer.indexer.listKeys()).toEqual(['default/first', 'default/a'])
  expect([world.sockets.length, lists(world)]).toEqual([1, 1])
  await world.stop()
})

test('a socket that breaks is replaced, and its watches resume without a list', async () => {
  const world = await follow()
  const { server, clock, informer } = world
  server.create(pod('first'))
  await clock.settle()
  world.sockets[0]?.close(1006)
  server.create(pod('a'))
  await clock.advance(2000)
  expect(informer.indexer.listKeys()).toEqual(['default/first', 'default/a'])
  expect([world.sockets.length, lists(world)]).toEqual([2, 1])
  await world.stop()
})

test('a reader that does not read is sent no more than its window, and delays no other', async () => {
  const world = socketWorld({ socket: { windowBytes: 4000 } })
  const { client, server, clock } = world
  const options = { resourceVersion: server.rv }
  const slow = await client.watch(pods, options)
  const fast = inform(world)
  await clock.settle()
  for (let at = 0; at < 50; at++) server.create(pod(`p${at}`, 500))
  await clock.settle()
  expect(fast.informer.indexer.listKeys()).toHaveLength(50)
  const received: string[] = []
  const reading = (async () => {
    for await (const events of slow)
      for (const { type, object } of events) if (type === 'ADDED') received.push(object.metadata.name)
  })()
  await clock.settle()
  expect(received).toHaveLength(50)
  await fast.stop()
  server.dropWatches()
  await clock.settle()
  await reading
})

test('an error response is a StatusError with its message', async () => {
  const world = socketWorld({ apiserver: { authorize: ({ verb }) => verb !== 'watch' } })
  const opening = world.client.watch(pods)
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect([isForbidden(error), String(error)]).toEqual([
    true,
    expect.stringContaining('cannot watch resource "pods"'),
  ])
})

test('a watch that the relay refuses opens when the relay asks for it, without a list', async () => {
  const world = await follow()
  const { server, clock, informer } = world
  const action = { type: 'status', code: 429, retryAfterSeconds: 7 } as const
  server.faults.add({ times: 2, match: { watch: true }, action })
  const opens = () => server.requests.filter(({ kind }) => kind === 'watch').length
  server.create(pod('first'))
  await clock.settle()
  server.dropWatches()
  await clock.advance(6999)
  server.create(pod('a'))
  expect([opens(), server.openWatches]).toEqual([2, 0])
  await clock.advance(7001)
  expect([opens(), server.openWatches, lists(world)]).toEqual([4, 1, 1])
  expect(informer.indexer.listKeys()).toEqual(['default/first', 'default/a'])
  await world.stop()
  await clock.settle()
  expect(clock.pendingTimers).toBe(0)
})

test('a relay that refuses a watch again and again is an error in the end', async () => {
  const { server, client, clock } = socketWorld()
  const action = { type: 'status', code: 429, retryAfterSeconds: 1 } as const
  server.faults.add({ match: { watch: true }, action })
  const opening = expect(client.watch(pods)).rejects.toMatchObject({ code: 429 })
  await clock.advance(10_000)
  await opening
  expect(server.requests.filter(({ kind }) => kind === 'watch')).toHaveLength(11)
})

test('a 401 asks for a new token once, and the next watches have it', async () => {
  const tokens = ['old', 'good']
  const world = socketWorld({
    apiserver: { auth: { token: 'good' } },
    client: { getToken: () => tokens.shift() ?? 'none' },
  })
  await world.client.watch(pods)
  await world.client.watch(pods)
  expect([tokens, world.server.openWatches, world.sockets.length]).toEqual([[], 2, 1])
  expect(world.sockets[0]?.sent.join()).not.toContain('good')
})

test('where no socket opens, the error is the one of fetch, or a ProtocolError', async () => {
  const forbidden = socketWorld({ accepts: false, apiserver: { authorize: () => false } })
  await expect(forbidden.client.watch(pods)).rejects.toSatisfy(isForbidden)
  const open = socketWorld({ accepts: false })
  await expect(open.client.watch(pods)).rejects.toBeInstanceOf(ProtocolError)
  expect(open.server.openWatches).toBe(0)
})

test("'auto' uses fetch where no socket opens", async () => {
  const world = socketWorld({ accepts: false, client: { watchTransport: 'auto', maxFetchWatches: 1 } })
  const all = [inform(world), inform(world, { namespace: 'default' })]
  await world.clock.settle()
  world.server.create(pod('a'))
  await world.clock.advance(60_000)
  for (const { informer } of all) expect(informer.indexer.listKeys()).toEqual(['default/a'])
  for (const { stop } of all) await stop()
})

test('an abort while the socket opens, and while the watch opens, leaves nothing behind', async () => {
  const world = socketWorld()
  for (const rounds of [0, 1, 2, 3, 5, 8, 13, 21]) {
    const stopping = new AbortController()
    const opening = world.client.watch(pods, {}, { signal: stopping.signal }).catch(() => {})
    for (let round = 0; round < rounds; round++) await Promise.resolve()
    stopping.abort()
    await opening
    await world.clock.settle()
    expect([world.server.openWatches, world.clock.pendingTimers]).toEqual([0, 0])
    expect(world.sockets.every(({ readyState }) => readyState === 3)).toBe(true)
  }
})

test('a socket that does not answer is given up, and its watches continue on another', async () => {
  const world = socketWorld()
  const first = world.client.watch(pods, { resourceVersion: world.server.rv })
  await first
  // The network is gone: nothing that is sent arrives.
  world.sockets[0]?.tell('close')
  const opening = world.client.watch(pods).catch((error: unknown) => String(error))
  await world.clock.advance(30_000)
  expect(await opening).toContain('does not answer')
  await world.client.watch(pods)
  expect([world.sockets.length, world.server.openWatches]).toEqual([2, 1])
})

test.each([
  ['text that is no frame', '{"type":"hello","id":1}'],
  ['text that is no JSON', '{'],
  ['an id that was never used', '{"type":"opened","id":9}'],
  ['bytes of no watch', new Uint8Array([0, 0, 0, 9, 1])],
  ['bytes without content', new Uint8Array([0, 0, 0, 1])],
  ['more bytes than the credit', new Uint8Array(300_000).fill(1, 3, 4)],
])('a relay that sends %s is left', async (_title, data) => {
  const world = socketWorld()
  const events = await world.client.watch(pods, { resourceVersion: world.server.rv })
  world.sockets[0]?.send(data)
  await world.clock.settle()
  const read: unknown[] = []
  for await (const batch of events) read.push(...batch)
  expect(world.sockets[0]?.readyState).toBe(3)
  expect(read.length).toBeLessThan(2)
})

test('metadata only and Tables are requested over the socket, too', async () => {
  const world = socketWorld()
  const listerWatcher = createListWatch(world.client, pods, { metadataOnly: true })
  const informer = new SharedIndexInformer({ listerWatcher, clock: world.clock })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await world.clock.settle()
  world.server.create(pod('a'))
  await world.clock.settle()
  expect(informer.indexer.list()).toMatchObject([{ kind: 'PartialObjectMetadata' }])
  stopping.abort()
  await running
})
