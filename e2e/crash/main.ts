// Kills the browser at random moments, and checks what the next browser restores from its disk:
//   npm run test:crash -- [--rounds 200] [--seed 1 | --seed random]
import { parseArgs } from 'node:util'
import { describePlan, planRound } from './plan.ts'
import { playRound } from './round.ts'
import { Tally } from './tally.ts'
import { openWorld, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    // The default plans are the same in every run, so that the result is reproducible.
    seed: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const seed = values.seed === 'random' ? Date.now() % 1_000_000 : Number(values.seed)
if (!Number.isInteger(rounds) || !Number.isInteger(seed))
  throw new Error('--rounds and --seed must be whole numbers')

async function playAll(world: World): Promise<void> {
  const tally = new Tally()
  for (let round = 1; round <= rounds; round++) {
    const plan = planRound(seed, round)
    try {
      tally.add(await playRound(plan, world))
    } catch (error) {
      console.error(`round ${round}: ${describePlan(plan)}`)
      console.error(`to repeat: npm run test:crash -- --seed ${seed} --rounds ${round}`)
      throw error
    }
    if (round % 10 === 0 || round === rounds) console.log(`${round} of ${rounds}: ${tally}`)
  }
  tally.judge()
}

console.log(`${rounds} rounds, seed ${seed}`)
// The exit handlers terminate the browser.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const started = performance.now()
const world = await openWorld(seed)
try {
  await playAll(world)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`ok: ${world.history.length} writes, ${seconds} s`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await world.close()
}
