import { parentPort, workerData } from 'node:worker_threads'
import { planOf } from './plan.ts'
import { run } from './run-seed.ts'

/** Which seeds a worker takes: `first`, and every `step`-th after it. */
export interface Share {
  readonly first: number
  readonly last: number
  readonly step: number
}

/** What a worker says of a seed. */
export interface SeedReport {
  readonly seed: number
  readonly failure: string | undefined
  readonly virtualMs: number
  readonly requests: number
}

const { first, last, step } = workerData as Share
for (let seed = first; seed <= last; seed += step) {
  const { account, failure } = await run(planOf(seed))
  const { virtualMs = 0, requests = 0 } = account ?? {}
  parentPort?.postMessage({ seed, failure, virtualMs, requests } satisfies SeedReport)
}
