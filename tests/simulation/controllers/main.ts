/**
 * Runs histories of controllers in virtual time, one for each seed: up to three processes under leader election, a fake
 * apiserver with faults, delayed watches, lost answers, restarts and suspensions. See `checks.ts` for the invariants.
 *
 *     npm run simulate:controllers -- --seeds 1000 --from 1 [--jobs N] [--until-failure]
 */
import { runSeeds } from '../run-seeds.ts'
import { fewest } from '../shrink.ts'
import { type Plan, planOf } from './plan.ts'
import { run } from './run-seed.ts'

const fails = async (plan: Plan): Promise<boolean> => (await run(plan)).failure !== undefined

/** Removes steps while the plan still fails. */
async function explain(seed: number): Promise<string> {
  const plan = planOf(seed)
  const steps = await fewest(plan.steps, candidate => fails({ ...plan, steps: candidate }))
  const { failure } = await run({ ...plan, steps })
  const lines = steps.map(
    ({ atMs, action }) => `${(atMs / 1_000).toFixed(1).padStart(9)} s  ${JSON.stringify(action)}`,
  )
  const processes = plan.processes.map(process => JSON.stringify(process))
  return [failure, `${plan.parents} parents`, ...processes, ...lines].join('\n')
}

await runSeeds({ command: 'simulate:controllers', worker: new URL('./worker.ts', import.meta.url), explain })
