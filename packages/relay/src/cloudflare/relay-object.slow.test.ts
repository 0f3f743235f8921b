import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { PODS, POLL, RelayObjects } from '../test/relay-objects.ts'

const TOKENS = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi']

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

test('invariant 4: the end of a branch ends no watch of a reader', async () => {
  const relay = await start({ leaves: 3, fanout: 2 })
  const before = sums(relay)
  for (const object of ['branch-1-0 v1/pods', 'branch-1-1 v1/pods']) {
    await relay.abort(object)
    await churn(relay)
  }
  expect(sums(relay)).toEqual(before)
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
