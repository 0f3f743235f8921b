import { configMaps, pods } from '@kube-informer/core/resources'
import { expect, onTestFinished, test } from 'vitest'
import { PODS, POLL, RelayObjects } from '../../test/relay-objects.ts'
import type { SleepState } from '../../test/sleeping-worker.ts'
import { SocketReader } from '../../test/socket-reader.ts'

const LEAF = 'leaf-0'
const ROOT = 'root v1/pods'
const CYCLES = 10
const HOUR_MS = 3_600_000

const podOf = (name: string, namespace = 'default') => ({ metadata: { name, namespace } })

/** A relay with one leaf, whose readers use WebSockets. */
class SleepWorld {
  readonly relay: RelayObjects
  readonly writes: string[] = []

  constructor(relay: RelayObjects) {
    this.relay = relay
  }

  static async start(bindings: Record<string, number> = {}): Promise<SleepWorld> {
    const relay = await RelayObjects.start({
      script: 'sleeping-worker',
      bindings: { VALID_MS: HOUR_MS, TTL_MS: HOUR_MS, ...bindings },
    })
    onTestFinished(() => relay.close())
    // The root has listed before the first watch begins.
    await expect.poll(async () => (await relay.get(`${PODS}?resourceVersion=0`)).status, POLL).toBe(200)
    return new SleepWorld(relay)
  }

  /** Opens a watch that begins now. */
  async watch(token = 'alice', path = PODS, query = ''): Promise<SocketReader> {
    const { relay } = this
    const url = `${relay.origin.replace('http', 'ws')}${path}?watch=1&resourceVersion=${relay.server.rv}${query}`
    const reader = new SocketReader(url, token)
    onTestFinished(() => reader.terminate())
    await expect.poll(() => reader.isOpen, POLL).toBe(true)
    return reader
  }

  async state(): Promise<SleepState> {
    const path = `/test/state?object=${encodeURIComponent(` ${LEAF} `)}`
    return (await (await this.relay.get(path)).json()) as SleepState
  }

  /** Waits until the leaf sleeps; nothing of it remains in memory. */
  async asleep(): Promise<SleepState> {
    const isAsleep = (text: string) => JSON.parse(text).resourceVersion !== undefined
    await expect
      .poll(async () => {
        const { attachments } = await this.state()
        return attachments.length > 0 && attachments.every(isAsleep)
      }, POLL)
      .toBe(true)
    await this.evict()
    return await this.state()
  }

  /** Fails if the leaf has a request or a timer. */
  evict(): Promise<void> {
    return this.relay.evict(LEAF)
  }

  create(name: string, namespace = 'default'): void {
    this.relay.server.create(podOf(name, namespace), pods)
    this.writes.push(`ADDED ${name}`)
  }

  revoke(user: string): void {
    this.relay.server.create(podOf(`revoked-${user}`), configMaps)
  }
}

test('invariant 2: a quiet leaf sleeps without its parent, and its readers receive each event once when it wakes', async () => {
  const world = await SleepWorld.start()
  const readers = [await world.watch('alice'), await world.watch('bob')]
  const { lists } = world.relay
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    await world.asleep()
    // What the root has in memory about its leaves is gone.
    if (cycle % 4 === 3) await world.relay.abort(ROOT)
    for (let i = 0; i <= cycle % 3; i++) world.create(`cycle-${cycle}-${i}`)
    await expect.poll(() => readers.map(({ lines }) => lines), POLL).toEqual([world.writes, world.writes])
  }
  expect(readers.map(({ isOpen }) => isOpen)).toEqual([true, true])
  expect(world.relay.lists).toBe(lists)
  await expect.poll(() => world.relay.server.openWatches, POLL).toBe(1)
}, 120_000)

test('invariant 2: events for other readers wake the leaf before the history of its parent ends, and reach no reader', async () => {
  const world = await SleepWorld.start()
  const reader = await world.watch('alice', '/api/v1/namespaces/quiet/pods')
  const { attachments } = await world.asleep()
  world.relay.server.create(podOf('elsewhere'), pods)
  const position = async () => JSON.parse((await world.state()).attachments[0] ?? '{}').resourceVersion
  const before = JSON.parse(attachments[0] ?? '{}').resourceVersion
  await expect.poll(async () => Number(await position()) > Number(before), POLL).toBe(true)
  world.create('here', 'quiet')
  await expect.poll(() => reader.lines, POLL).toEqual(['ADDED here'])
})

test('invariant 3: access that is revoked while the leaf sleeps ends the watch within the TTL', async () => {
  const world = await SleepWorld.start({ TTL_MS: 2000 })
  const [alice, bob] = [await world.watch('alice'), await world.watch('bob')]
  await world.asleep()
  world.revoke('alice')
  await expect.poll(() => [alice.lines, alice.isOpen], POLL).toEqual([['ERROR 403'], false])
  world.create('later')
  await expect.poll(() => bob.lines, POLL).toEqual(['ADDED later'])
  expect(alice.lines).toEqual(['ERROR 403'])
})

test('invariant 3: where access is watched, a revocation wakes the leaf', async () => {
  const world = await SleepWorld.start({ WATCHES_ACCESS: 1 })
  const reader = await world.watch('alice')
  await world.asleep()
  world.revoke('alice')
  await expect.poll(() => [reader.lines, reader.isOpen], POLL).toEqual([['ERROR 403'], false])
})

test('invariant 3: a watch ends when its identity no longer holds, since a sleeping leaf has no token', async () => {
  const world = await SleepWorld.start({ VALID_MS: 4000 })
  const reader = await world.watch('alice')
  await expect.poll(() => reader.isOpen, POLL).toBe(false)
  expect(reader.lines).toEqual([])
})

test('invariant 4: a root that ends while its leaf sleeps is noticed when the leaf renews its notice', async () => {
  const world = await SleepWorld.start()
  const reader = await world.watch('alice')
  await world.asleep()
  await world.relay.abort(ROOT)
  world.create('after')
  await expect.poll(() => reader.lines, POLL).toEqual(['ADDED after'])
  expect(reader.isOpen).toBe(true)
})

test('a leaf whose object ends while it is awake closes its sockets, and their readers resume', async () => {
  const world = await SleepWorld.start()
  const reader = await world.watch('alice')
  await world.relay.abort(LEAF)
  await expect.poll(() => reader.isOpen, POLL).toBe(false)
})

test('readers of a sleeping leaf receive bookmarks at their position', async () => {
  const world = await SleepWorld.start()
  const reader = await world.watch('alice', PODS, '&allowWatchBookmarks=1')
  const { attachments } = await world.asleep()
  const { resourceVersion } = JSON.parse(attachments[0] ?? '{}')
  const seen = reader.events.length
  await expect.poll(() => reader.events.length, POLL).toBeGreaterThan(seen)
  expect(reader.events.slice(seen)[0]).toEqual({
    type: 'BOOKMARK',
    object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion } },
  })
})

test('no token is attached to a socket', async () => {
  const world = await SleepWorld.start()
  await world.watch('token-of-alice')
  const { attachments } = await world.asleep()
  // The user of this relay has the name of the token.
  const texts = attachments.map(text => text.replace('"username":"token-of-alice"', ''))
  expect(texts.join()).not.toMatch(/token-of-alice|bearer/i)
  expect(texts.join().length).toBeLessThan(1024)
})

test('invariant 7: when the readers of a sleeping leaf are gone, it has no alarm', async () => {
  const world = await SleepWorld.start()
  const reader = await world.watch('alice')
  await world.asleep()
  reader.close()
  await expect.poll(() => world.state(), POLL).toEqual({ attachments: [], alarm: null })
})

test('invariant 7: after a stop, a sleeping leaf has no socket and no alarm', async () => {
  const world = await SleepWorld.start()
  const reader = await world.watch('alice')
  await world.asleep()
  await world.relay.stopRelay()
  await expect.poll(() => reader.isOpen, POLL).toBe(false)
  await expect.poll(() => world.state(), POLL).toEqual({ attachments: [], alarm: null })
  await expect.poll(() => world.relay.server.openWatches, POLL).toBe(0)
  for (const object of [ROOT, LEAF]) await world.relay.evict(object)
})
