import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../tools/engines/engine.ts'
import { findEngine } from '../../tools/engines/find-engine.ts'
import { describePlan, planRound } from './plan.ts'
import { playRound } from './round.ts'
import { Tally } from './tally.ts'
import { openWorld, type World } from './world.ts'

/** A few rounds of `npm run test:crash`, in the other engines; `LONG=1` plays more, and Chromium, too. */

const SEED = 1
const isLong = Boolean(process.env.LONG)
const ROUNDS = Array.from({ length: isLong ? 15 : 4 }, (_, index) => planRound(SEED, index + 1))

describe.each(ENGINES.filter(engine => isLong || engine !== 'chromium'))('in %s', engine => {
  const inEngine = test.skipIf(findEngine(engine) === undefined)
  let world: World
  const tally = new Tally()

  beforeAll(async () => {
    world = await openWorld(SEED, engine)
  }, 60_000)
  afterAll(() => world?.close())

  // The rounds share a disk: each checks what the one before has left.
  inEngine.each(ROUNDS.map(plan => [describePlan(plan), plan] as const))(
    'the disk holds a past state after: %s',
    { timeout: 90_000, retry: 0 },
    async (_, plan) => {
      tally.add(await playRound(plan, world))
    },
  )

  inEngine('no round found that its cache was gone', () => {
    if (isLong) tally.judge()
    expect(String(tally)).toMatch(/, 0 found that it was gone/)
  })
})
