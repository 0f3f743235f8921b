import { afterAll, beforeAll, expect } from 'vitest'
import type { World } from './corrupted-world.ts'

const MINUTE = 60_000

/** The same for the same texts, whatever their order. */
export const sorted = (texts: readonly string[]): readonly string[] => [...texts].sort()

const unheard: unknown[] = []
const listen = (error: unknown) => void unheard.push(error)
// In whichever test file asks for the recovery.
beforeAll(() => void process.on('unhandledRejection', listen))
afterAll(() => void process.off('unhandledRejection', listen))

/** What holds whatever was done: it came back by itself or was healed, within bounds, and leaves nothing. */
export async function expectRecovery(world: World, heals: boolean): Promise<void> {
  const { clock, server, informer } = world
  const before = server.requests.length
  await clock.advance(3 * MINUTE)
  expect(server.requests.length - before).toBeLessThan(60)
  if (!heals) await world.healLies()
  expect(sorted(world.contents())).toEqual(sorted(world.truth()))
  expect(informer.status).toMatchObject({ data: 'complete', link: 'live' })
  await world.stop()
  expect(clock.pendingTimers).toBe(0)
  expect(server.openWatches).toBe(0)
  expect(unheard).toEqual([])
}
