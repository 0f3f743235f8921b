// Runs one contender, or the server of a case, in a separate process. process.ts is the parent's side.
import type { Run, Sample, Setup, Start } from './bench-case.ts'
import type { Outcome, Task } from './process.ts'

// The parent has exited.
process.once('disconnect', () => process.exit())
process.once('message', async (task: Task) => {
  const answer = (outcome: Outcome) => process.send?.(outcome)
  try {
    const module = (await import(task.module)) as { readonly run: Run; readonly start: Start }
    // Warm-up runs load and compile the code.
    const warmUps = task.call === 'run' ? Number(task.setup.warmUps ?? 0) : 0
    for (let i = 0; i < warmUps; i++) await module.run({ ...task.setup, isWarmUp: true })
    answer({ result: await resultOf(module, task) })
  } catch (error) {
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

async function resultOf(
  module: { readonly run: Run; readonly start: Start },
  { call, setup, bestOf }: Task,
): Promise<Sample | Setup> {
  if (call === 'start') return module.start(setup)
  let best = await module.run(setup)
  for (let time = 1; bestOf && time < bestOf.times; time++) {
    const next = await module.run(setup)
    if ((next[bestOf.metric] ?? Infinity) < (best[bestOf.metric] ?? Infinity)) best = next
  }
  return best
}
