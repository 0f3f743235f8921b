import { expect, test } from 'vitest'
import { SCOPES } from './history.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { USERS, World } from './world.ts'

const ROUNDS = 12
const WRITES = 10
const EVENTS_PER_WATCH = 3

export function gaplessHistories(host: () => HostUnderTest): void {
  test('invariant 2: readers see a gapless history of what they select, and resume at the relay and at the apiserver', async () => {
    const world = await World.open(host())
    const { upstream, relay } = world
    for (const scope of SCOPES) {
      let legs = 0
      world.read({ scope })
      world.read({
        scope,
        eventsPerWatch: EVENTS_PER_WATCH,
        url: () => (legs++ % 2 === 0 ? relay.url : upstream.url),
      })
    }
    for (let round = 0; round < ROUNDS; round++) {
      world.write(WRITES)
      await world.settled()
    }
    expect(world.readers.map(({ lists, codes }) => ({ lists, codes }))).toEqual(
      world.readers.map(() => ({ lists: 1, codes: [] })),
    )
    const wanderers = world.readers.filter((_, at) => at % 2 === 1)
    for (const { opens, events } of wanderers)
      expect(opens).toBeGreaterThanOrEqual(Math.floor(events.length / EVENTS_PER_WATCH))
  })

  test('invariant 2: each resourceVersion of the one resumes at the other', async () => {
    const world = await World.open(host())
    const { upstream } = world
    const atApiserver = world.read({ url: () => upstream.url })
    // A leaf has a history from its own start on.
    const [atRelay] = USERS.map(user => world.read({ user }))
    await world.settled()
    world.write(20)
    await world.settled()
    for (const scope of SCOPES) {
      for (const since of (atRelay?.positions ?? []).slice(0, -1))
        world.read({ scope, since, url: () => upstream.url })
      for (const since of atApiserver.positions.slice(0, -1)) world.read({ scope, since })
    }
    await world.settled()
    expect(world.readers.flatMap(({ codes }) => codes)).toEqual([])
  })
}
