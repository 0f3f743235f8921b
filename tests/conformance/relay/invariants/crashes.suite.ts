import { expect, test } from 'vitest'
import { SCOPES } from './history.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { USERS, World } from './world.ts'

/** A process takes longer to start than an object. */
const CRASHES = { objects: 100, processes: process.env.LONG ? 100 : 5 }

/** Starts a relay with readers of all scopes, on both leaves of a tree. */
async function open(host: HostUnderTest): Promise<World> {
  const world = await World.open(host)
  for (const user of USERS) world.read({ user })
  for (const scope of SCOPES) world.read({ scope })
  await world.settled()
  await world.watching()
  return world
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
/** What the readers and the relay did: watches that ended, lists, and what reached the apiserver. */
const effort = ({ readers, upstream }: World) => ({
  ends: sum(readers.map(({ ends }) => ends)),
  lists: sum(readers.map(({ lists }) => lists)),
  listsUpstream: upstream.counts.lists,
  watchesUpstream: upstream.counts.watches,
})

/** Writes while the part ends, and waits until all readers have everything. */
async function crash(world: World, part: Parameters<World['relay']['crash']>[0]): Promise<void> {
  world.write(3)
  const crashed = world.relay.crash(part)
  world.write(3)
  await crashed
  world.write(3)
  await world.settled()
}

export function crashes(host: () => HostUnderTest): void {
  test('invariant 4: a root that crashes many times under churn loses no event; in a tree, it ends no watch of a reader', async () => {
    const { isTree } = host()
    const world = await open(host())
    const before = effort(world)
    const times = isTree ? CRASHES.objects : CRASHES.processes
    for (let i = 0; i < times; i++) await crash(world, 'root')
    // A process is root and leaf, so all of its watches end, and resume without a list.
    const ends = isTree ? before.ends : before.ends + times * world.readers.length
    expect(effort(world)).toEqual({ ...before, ends, watchesUpstream: before.watchesUpstream + times })
  })

  test('invariant 4: a leaf that crashes ends its own watches only, which resume without a list', async ({
    skip,
  }) => {
    if (!host().isTree) skip('a process is root and leaf')
    const world = await open(host())
    const before = effort(world)
    await crash(world, 'leaf')
    const ended = world.readers.filter(({ ends }) => ends > 0).length
    expect(ended).toBeGreaterThan(0)
    expect(ended).toBeLessThan(world.readers.length)
    expect(effort(world)).toEqual({ ...before, ends: ended })
  })
}
