import { setTimeout } from 'node:timers/promises'
import { type Pod, seededRandom } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { describeAll, EVERYTHING, SCOPES } from './history.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { USERS, World } from './world.ts'

const CRASHES = 5
/** More than a retry, so that the comparison is not hurried. */
const CHECK_MS = 2100

/** What the cache of a relay contains. The apiserver is not asked. */
async function cached(
  world: World,
  user: string,
): Promise<{ resourceVersion: string; state: readonly string[] }> {
  const response = await world.get(`${EVERYTHING.path}resourceVersion=0`, user)
  expect(response.status).toBe(200)
  const { metadata, items } = (await response.json()) as {
    metadata: { resourceVersion: string }
    items: Pod[]
  }
  return { resourceVersion: metadata.resourceVersion, state: describeAll(items) }
}

/** Writes until the signal aborts. */
async function churn(world: World, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    world.write(2)
    await setTimeout(5)
  }
}

/** The codes with which watches of readers have ended. */
const expirations = ({ readers }: World) => [...new Set(readers.flatMap(({ codes }) => codes))]

export function storage(host: () => HostUnderTest): void {
  test('invariant 6: after a crash at any moment, the storage has exactly the state of the version that it claims', async () => {
    const world = await World.open(host())
    const { upstream, relay } = world
    const random = seededRandom(6)
    for (const user of USERS) world.read({ user })
    for (const scope of SCOPES) world.read({ scope })
    await world.settled()
    const { lists } = upstream.counts
    for (let i = 0; i < CRASHES; i++) {
      const stopping = new AbortController()
      const churning = churn(world, stopping.signal)
      const [reader] = world.readers
      const received = (reader?.events.length ?? 0) + 1 + Math.floor(random() * 60)
      await expect.poll(() => reader?.events.length, { interval: 1 }).toBeGreaterThan(received)
      // What starts again has its storage only.
      const release = upstream.hold()
      await relay.crash('everything')
      stopping.abort()
      await churning
      for (const user of USERS.slice(0, 3)) {
        const { resourceVersion, state } = await cached(world, user)
        expect(state).toEqual(upstream.history.stateAt(EVERYTHING, resourceVersion))
      }
      release()
      await world.settled()
    }
    expect(upstream.counts.lists).toBe(lists)
    expect(world.readers.every(reader => reader.lists === 1)).toBe(true)
  })

  test('invariant 6: a cluster that is restored from a backup is noticed by a consistent read: readers get 410, and list', async () => {
    const world = await World.open(host())
    const { upstream } = world
    for (const user of USERS) world.read({ user })
    await world.settled()
    const backup = upstream.backup()
    world.write(20)
    await world.settled()
    upstream.restore(backup)
    world.write(3)
    const read = await world.get(EVERYTHING.path)
    await read.text()
    await world.settled()
    world.write(3)
    await world.settled()
    expect(expirations(world)).toEqual([410])
  })

  test('invariant 6: a cluster that was restored while the relay was down is noticed without a read', async () => {
    const world = await World.open(host(), { checkMs: CHECK_MS })
    const { upstream, relay } = world
    for (const user of USERS) world.read({ user })
    await world.settled()
    const backup = upstream.backup()
    world.write(20)
    await world.settled()
    const release = upstream.hold()
    await relay.crash('everything')
    upstream.restore(backup)
    release()
    await world.settled()
    world.write(3)
    await world.settled()
    expect(expirations(world)).toEqual([410])
  })
}
