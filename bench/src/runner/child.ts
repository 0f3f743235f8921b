// Runs one contender, or the server of a case, in a separate process. process.ts is the parent's side.
import type { Run, Sample, Setup } from './bench-case.ts'
import { casesOf } from './find-cases.ts'
import type { Outcome, Task } from './process.ts'

// The parent has exited.
process.once('disconnect', () => process.exit())
process.once('message', async (task: Task) => {
  const answer = (outcome: Outcome) => process.send?.(outcome)
  try {
    answer({ result: await resultOf(task) })
  } catch (error) {
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

async function resultOf({ file, name, contender, setup, bestOf }: Task): Promise<Sample | Setup> {
  const benchCase = (await casesOf(file)).find(each => each.name === name)
  const run = benchCase?.contenders.find(each => each.name === contender)?.run
  if (contender === undefined && benchCase?.start) return benchCase.start(setup)
  if (!run) throw new Error(`${file} has no ${contender ?? 'server'} of ${name}`)
  // Warm-up runs load and compile the code.
  for (let left = Number(setup.warmUps ?? 0); left > 0; left--) await run({ ...setup, isWarmUp: true })
  return bestOf ? bestSample(run, setup, bestOf) : run(setup)
}

async function bestSample(
  run: Run,
  setup: Setup,
  { times, metric }: NonNullable<Task['bestOf']>,
): Promise<Sample> {
  let best = await run(setup)
  for (let time = 1; time < times; time++) {
    const next = await run(setup)
    if ((next[metric] ?? Infinity) < (best[metric] ?? Infinity)) best = next
  }
  return best
}
