/**
 * Runs histories in virtual time, one for each seed: a fake apiserver with faults, informers that start and stop, handlers
 * that throw and stall, restores from snapshots. Invariants are checked after each step and at the end.
 *
 *     npm run simulate -- --seeds 1000 --from 1 [--jobs N] [--until-failure]
 */
import { describePlan } from './describe-plan.ts'
import { planOf } from './plan.ts'
import { run } from './run-seed.ts'
import { runSeeds } from './run-seeds.ts'
import { shrink } from './shrink.ts'

async function explain(seed: number): Promise<string> {
  const smallest = await shrink(planOf(seed), async plan => (await run(plan)).failure !== undefined)
  return `${(await run(smallest)).failure}\n${describePlan(smallest)}`
}

await runSeeds({ command: 'simulate', worker: new URL('./worker.ts', import.meta.url), explain })
