import { expect, test } from 'vitest'
import { SCOPES } from './history.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { USERS, World } from './world.ts'

/** Lists that a cache cannot answer alone. */
const CONSISTENT = ['', 'limit=2', 'resourceVersion=&limit=500', 'resourceVersion=', 'limit=3']
const QUERIES = SCOPES.flatMap(({ path }) => CONSISTENT.map(query => path + query))
/** Of both leaves of a tree. */
const READERS = USERS.slice(0, 2)

async function status(world: World, path: string, user: string): Promise<number> {
  const response = await world.get(path, user)
  await response.text()
  return response.status
}

export function oneWatchUpstream(host: () => HostUnderTest): void {
  test('invariant 1: many readers of all kinds cause one watch upstream, and one list at a time', async () => {
    const world = await World.open(host())
    const { upstream } = world
    const release = upstream.hold()
    for (const scope of SCOPES) for (const user of USERS) world.read({ scope, user })
    await expect.poll(() => upstream.counts.lists).toBeGreaterThan(0)
    release()
    await world.settled()

    const passAll = upstream.hold()
    const answers = READERS.flatMap(user => QUERIES.map(query => status(world, query, user)))
    const waiting = () =>
      Promise.all(READERS.map(user => world.metric('apiserver_current_inflight_requests', user)))
    await expect.poll(async () => Math.min(...(await waiting()))).toBeGreaterThanOrEqual(QUERIES.length)
    passAll()
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
    expect(upstream.counts).toMatchObject({ watches: 1, listsAtOnce: 1 })
  })

  test('invariant 1: a relay that crashes starts from its storage, without a list', async () => {
    const world = await World.open(host())
    const { upstream, relay } = world
    for (const user of USERS) world.read({ user })
    world.write(10)
    await world.settled()
    const { lists } = upstream.counts
    for (let i = 0; i < 2; i++) {
      await relay.crash('everything')
      world.write(10)
      for (const scope of SCOPES) world.read({ scope })
      await world.settled()
    }
    expect(upstream.counts.lists).toBe(lists)
    expect(world.readers.every(reader => reader.lists === 1)).toBe(true)
    await expect.poll(() => upstream.openWatches).toBe(1)
  })
}
