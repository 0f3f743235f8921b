import { expect, test } from 'vitest'
import type { HostUnderTest } from './host-under-test.ts'
import { World } from './world.ts'

const KIB = 1024
const BUDGETS = { watchBytes: 512 * KIB, allWatchBytes: 1024 * KIB }
/** All writes together are bigger than what the buffers of the connections hold. */
const PADDING = 'x'.repeat(100 * KIB)
const MOST_WRITES = 400
const SLOW = 2
/** All of one leaf. */
const user = 'alice'

export function slowReaders(host: () => HostUnderTest): void {
  test('invariant 5: readers that read nothing are cut off at their budget, and delay no other', async () => {
    const world = await World.open(host(), { budgets: BUDGETS })
    const prompt = [world.read({ user }), world.read({ user })]
    const patience = Promise.withResolvers<void>()
    const slow = Array.from({ length: SLOW }, () => world.read({ user, unreadUntil: patience.promise }))
    await world.settled()
    await world.watching()
    let most = 0
    for (let i = 0; i < MOST_WRITES; i++) {
      world.upstream.write(PADDING)
      await world.settled(prompt)
      most = Math.max(most, await world.metric('relay_queued_bytes', user))
      if ((await world.metric('relay_terminated_watchers_total', user)) === SLOW) break
    }
    expect(await world.metric('relay_terminated_watchers_total', user)).toBe(SLOW)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(BUDGETS.allWatchBytes)
    expect(slow.map(({ events }) => events)).toEqual(slow.map(() => []))
    // What was sent to them has no gap, and they resume after it.
    patience.resolve()
    await world.settled()
    expect(prompt.map(({ ends, lists }) => [ends, lists])).toEqual(prompt.map(() => [0, 1]))
    expect(slow.map(({ ends, lists }) => [ends, lists])).toEqual(slow.map(() => [1, 1]))
  })
}
