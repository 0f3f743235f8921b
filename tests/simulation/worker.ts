import { parentPort, workerData } from 'node:worker_threads'
import { planOf } from './plan.ts'
import { run } from './run-seed.ts'
import type { SeedRange, SeedReport } from './run-seeds.ts'

// Failures are reported without stacks, which cost more than the errors of thousands of rejected requests.
Error.stackTraceLimit = 0

const { first, last, step } = workerData as SeedRange
for (let seed = first; seed <= last; seed += step) {
  const { stats, failure } = await run(planOf(seed))
  const { virtualMs = 0, requests = 0 } = stats ?? {}
  parentPort?.postMessage({ seed, failure, virtualMs, requests } satisfies SeedReport)
}
