import { parentPort, workerData } from 'node:worker_threads'
import { planOf } from './plan.ts'
import { run } from './run-seed.ts'

/** The seeds of one worker: `first` and every `step`-th after it, up to `last`. */
export interface SeedRange {
  readonly first: number
  readonly last: number
  readonly step: number
}

/** The result of one seed. */
export interface SeedReport {
  readonly seed: number
  readonly failure: string | undefined
  readonly virtualMs: number
  readonly requests: number
}

// Failures are reported without stacks, which cost more than the errors of thousands of rejected requests.
Error.stackTraceLimit = 0

const { first, last, step } = workerData as SeedRange
for (let seed = first; seed <= last; seed += step) {
  const { stats, failure } = await run(planOf(seed))
  const { virtualMs = 0, requests = 0 } = stats ?? {}
  parentPort?.postMessage({ seed, failure, virtualMs, requests } satisfies SeedReport)
}
