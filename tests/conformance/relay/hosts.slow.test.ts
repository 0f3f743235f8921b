import { once } from 'node:events'
import { join } from 'node:path'
import { createKubeClient, createListWatch, SharedIndexInformer } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver, pods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type HostName, type RelayHost, RelayProgram } from './relay-host.ts'
import { PAGE } from './relay-of.ts'
import { TRANSPORTS } from './transports.ts'

const TIMEOUT_MS = 60_000
const WATCH = '/api/v1/pods?watch=1'

const pod = (name: string) => ({
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'a', image: 'a' }] },
})

async function open(name: HostName): Promise<{ server: FakeApiserver; host: RelayHost }> {
  const server = createFakeApiserver()
  const serving = await serve(server)
  onTestFinished(() => serving.close())
  const program = await RelayProgram.build(name, join(import.meta.dirname, 'hosts', `${name}.ts`))
  onTestFinished(() => program.remove())
  const host = await program.start(serving.url)
  onTestFinished(() => host.kill())
  await expect.poll(async () => (await fetch(`${host.url}/readyz`)).status, { timeout: TIMEOUT_MS }).toBe(200)
  return { server, host }
}

const HOSTS: readonly [HostName, readonly (keyof typeof TRANSPORTS)[]][] = [
  ['node', ['fetch', 'webSocket', 'relaySocket']],
  ['deno', ['fetch', 'webSocket', 'relaySocket']],
  // `Bun.serve` has socket handlers of its own, so the handler serves HTTP only.
  ['bun', ['fetch']],
]

describe.each(HOSTS)('a relay in %s', { timeout: TIMEOUT_MS }, (name, transports) => {
  test('informers over all transports equal the server, and stopping leaves nothing behind', async () => {
    const { server, host } = await open(name)
    const stopping = new AbortController()
    const informers = transports.map(transport => {
      const client = createKubeClient({ baseUrl: host.url, ...TRANSPORTS[transport] })
      return new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
    })
    const running = informers.map(informer => informer.run(stopping.signal))
    for (const informer of informers) await informer.synced(stopping.signal)

    const client = createKubeClient({ baseUrl: host.url })
    for (const one of ['a', 'b', 'c']) await client.create(pods, pod(one))
    await client.patch(pods, { namespace: 'default', name: 'a' }, { metadata: { labels: { new: 'yes' } } })
    await client.delete(pods, { namespace: 'default', name: 'b' }, { gracePeriodSeconds: 0 })
    const states = () => informers.map(({ indexer }) => versionsOf(indexer.list()))
    const wanted = versionsOf(server.list(pods))
    await expect.poll(states, { timeout: TIMEOUT_MS }).toEqual(transports.map(() => wanted))
    expect(Object.keys(wanted)).toEqual(['a', 'c'])
    // The relay's own: one of each resource.
    expect(server.openWatches).toBe(3)
    stopping.abort()
    await Promise.all(running)

    const body = (await fetch(host.url + WATCH)).text()
    expect(await host.stop()).toBe(0)
    // A stream that broke off would reject.
    expect(await body).toContain('"name":"a"')
    await expect.poll(() => server.openWatches).toBe(0)
  })
})

describe.each(['node', 'deno'] as const)('WebSockets of a relay in %s', { timeout: TIMEOUT_MS }, name => {
  test('W13: one event for each message, and 1000 when the relay stops', async () => {
    const { host } = await open(name)
    const url = host.url.replace('http', 'ws') + WATCH
    const refused = new WebSocket(url)
    expect(String((await once(refused, 'error'))[0])).toContain('403')
    const socket = new WebSocket(url, ['any.name'], { headers: { origin: PAGE } })
    await once(socket, 'open')
    expect(socket.protocol).toBe('any.name')
    const message = once(socket, 'message')
    await createKubeClient({ baseUrl: host.url }).create(pods, pod('a'))
    expect(String((await message)[0])).toMatch(/^\{"type":"ADDED".*"name":"a".*\}\n$/)
    const closed = once(socket, 'close')
    const stopped = host.stop()
    expect((await closed)[0]).toBe(1000)
    expect(await stopped).toBe(0)
  })
})

const versionsOf = (objects: readonly { metadata?: { name?: string; resourceVersion?: string } }[]) =>
  Object.fromEntries(objects.map(({ metadata }) => [metadata?.name, metadata?.resourceVersion]).toSorted())
