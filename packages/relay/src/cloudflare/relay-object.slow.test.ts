import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { PODS, POLL, RelayObjects } from '../test/relay-objects.ts'

const ROOT = 'root v1/pods'
const TOKENS = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi']
const KILLS = 100

/** Starts a relay and readers on both of its leaves. */
async function start(
  options: Parameters<typeof RelayObjects.start>[0] = { leaves: 2 },
): Promise<RelayObjects> {
  const relay = await RelayObjects.start(options)
  onTestFinished(() => relay.close())
  for (const token of TOKENS) relay.read(token)
  await relay.settled()
  return relay
}

/** Writes, and waits until all readers have the result. */
async function churn(relay: RelayObjects): Promise<void> {
  for (let i = 0; i < 5; i++) relay.write()
  await relay.settled()
}

/** How many watches of the readers have ended, what they have listed, and what reached the apiserver. */
const sums = ({ readers, lists, watches }: RelayObjects) => ({
  ends: readers.reduce((sum, { ends }) => sum + ends, 0),
  listsOfReaders: readers.reduce((sum, { lists }) => sum + lists, 0),
  lists,
  watches,
})

test('invariant 1: readers of two leaves cause one watch upstream, and no list once the root has listed', async () => {
  const relay = await start()
  // The first reads arrive before the root has listed, and share a list of their own.
  expect(relay.lists).toBeLessThanOrEqual(2)
  const { lists } = relay
  for (const token of TOKENS) relay.read(token)
  await churn(relay)
  expect([relay.server.openWatches, relay.watches, relay.lists]).toEqual([1, 1, lists])
})

test('invariant 1: when all objects end, they resume from storage, without a list', async () => {
  const relay = await start()
  await churn(relay)
  const { lists } = relay
  for (const object of [ROOT, 'leaf-0', 'leaf-1']) await relay.abort(object)
  await churn(relay)
  expect([relay.server.openWatches, relay.lists]).toEqual([1, lists])
  expect(sums(relay).listsOfReaders).toBe(TOKENS.length)
})

test('invariant 4: the end of a root ends no watch of a reader', async () => {
  const relay = await start()
  const before = sums(relay)
  await relay.abort(ROOT)
  await churn(relay)
  expect(sums(relay)).toEqual({ ...before, watches: before.watches + 1 })
})

test('invariant 4: the end of a branch ends no watch of a reader', async () => {
  const relay = await start({ leaves: 3, fanout: 2 })
  const before = sums(relay)
  for (const object of ['branch-1-0 v1/pods', 'branch-1-1 v1/pods']) {
    await relay.abort(object)
    await churn(relay)
  }
  expect(sums(relay)).toEqual(before)
})

test('invariant 4: the end of a leaf ends its own watches only, which resume without a list', async () => {
  const relay = await start()
  const before = sums(relay)
  await relay.abort('leaf-0')
  await churn(relay)
  const ended = relay.readers.filter(({ ends }) => ends > 0).length
  expect(ended).toBeGreaterThan(0)
  expect(ended).toBeLessThan(TOKENS.length)
  expect(sums(relay)).toEqual({ ...before, ends: ended })
})

test('invariant 7: after a stop, no object has a request, a timer or a socket', async () => {
  const relay = await start()
  await Promise.all(relay.readers.map(reader => reader.stop()))
  await relay.stopRelay()
  await expect.poll(() => relay.server.openWatches, POLL).toBe(0)
  for (const object of [ROOT, 'leaf-0', 'leaf-1']) await relay.evict(object)
})

test('only routeToRelay decides which object a request is for', async () => {
  const relay = await start()
  const address = JSON.stringify({ cluster: '', node: 'root', resource: 'v1/pods', leaves: 2, fanout: 32 })
  const headers = { 'kube-informer-relay': address }
  expect((await fetch(relay.origin + PODS, { headers })).status).toBe(401)
  expect((await relay.get(PODS, 'mallory')).status).toBe(403)
  expect((await relay.get('/.relay/stop')).status).toBe(404)
})

test('no server in between compresses a watch', async () => {
  const relay = await start()
  const encodingOf = async (path: string) => {
    const { headers, body } = await relay.get(path)
    await body?.cancel()
    return headers.get('Content-Encoding')
  }
  // A compressor holds events back until it has a block.
  expect(await encodingOf(`${PODS}?watch=1&resourceVersion=0`)).toBe('identity')
  expect(await encodingOf(PODS)).toBe('gzip')
})

test('a leaf serves watches over WebSocket', async () => {
  const relay = await start()
  const token = Buffer.from('alice').toString('base64url')
  const protocols = [`base64url.bearer.authorization.k8s.io.${token}`, 'base64.binary.k8s.io']
  const url = `${relay.origin.replace('http', 'ws')}${PODS}?watch=1&resourceVersion=0`
  const socket = new WebSocket(url, protocols, { headers: { origin: 'https://app.example' } })
  onTestFinished(() => socket.terminate())
  const texts: string[] = []
  socket.on('message', message => texts.push(String(message)))
  await expect.poll(() => texts.length, POLL).toBeGreaterThanOrEqual(relay.expected.length)
  relay.write()
  await expect.poll(() => texts.join('').includes(relay.expected.at(-1) ?? ''), POLL).toBe(true)
})

test(`a root that is killed ${KILLS} times under churn loses no event, ends no watch of a reader, and never lists again`, async () => {
  const relay = await start()
  const before = sums(relay)
  for (let i = 0; i < KILLS; i++) {
    relay.write()
    await relay.abort(ROOT)
    relay.write()
    await relay.settled()
  }
  expect(sums(relay)).toEqual({ ...before, watches: before.watches + KILLS })
}, 120_000)
