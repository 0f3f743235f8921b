/**
 * Runs histories in virtual time, one for each seed: a fake apiserver with faults, informers that start and stop, handlers
 * that throw and stall, restores from snapshots. Invariants are checked after each step and at the end.
 *
 *     npm run simulate -- --seeds 1000 --from 1 [--jobs N] [--until-failure]
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { describePlan } from './describe-plan.ts'
import { planOf } from './plan.ts'
import { run } from './run-seed.ts'
import { shrink } from './shrink.ts'
import type { SeedRange, SeedReport } from './worker.ts'

const HOUR = 3_600_000
/** The run stops after this many failures; more of them rarely add information. */
const MAX_FAILURES = 5

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    'until-failure': { type: 'boolean', default: false },
  },
})

function positiveInteger(name: 'seeds' | 'from' | 'jobs'): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`--${name} requires a positive integer, got ${values[name]}`)
}

async function main(): Promise<void> {
  const [seeds, from] = [positiveInteger('seeds'), positiveInteger('from')]
  const jobs = Math.min(positiveInteger('jobs'), seeds)
  const reports: SeedReport[] = []
  const started = performance.now()
  await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      runWorker({ first: from + job, last: from + seeds - 1, step: jobs }, report => {
        reports.push(report)
        if (reports.length % 1_000 === 0) console.log(`${reports.length} of ${seeds} seeds`)
        return hasEnoughFailures(reports)
      }),
    ),
  )
  summarize(reports, performance.now() - started)
  for (const { seed, failure } of failed(reports).slice(0, MAX_FAILURES)) await explain(seed, failure ?? '')
  process.exitCode = failed(reports).length > 0 ? 1 : 0
}

const failed = (reports: readonly SeedReport[]): readonly SeedReport[] =>
  reports.filter(({ failure }) => failure !== undefined)

const hasEnoughFailures = (reports: readonly SeedReport[]): boolean =>
  failed(reports).length >= (values['until-failure'] ? 1 : MAX_FAILURES)

/** Runs a worker until it has finished, or until `onReport` returns true. */
function runWorker(range: SeedRange, onReport: (report: SeedReport) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: range })
    worker.on('message', (report: SeedReport) => {
      if (onReport(report)) void worker.terminate()
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}

function summarize(reports: readonly SeedReport[], tookMs: number): void {
  const sum = (pick: (report: SeedReport) => number) =>
    reports.reduce((total, report) => total + pick(report), 0)
  const hours = sum(({ virtualMs }) => virtualMs) / HOUR
  const requests = sum(report => report.requests)
  console.log(
    `${reports.length} histories, ${failed(reports).length} failed: ${hours.toFixed(0)} virtual hours and ${requests} requests ` +
      `in ${(tookMs / 1_000).toFixed(0)} s, ${((hours / tookMs) * 60_000).toFixed(0)} virtual hours a minute`,
  )
}

async function explain(seed: number, failure: string): Promise<void> {
  console.log(`\nseed ${seed}: ${failure}\n  npm run simulate -- --seeds 1 --from ${seed}`)
  const smallest = await shrink(planOf(seed), async plan => (await run(plan)).failure !== undefined)
  console.log(`smallest failing plan: ${(await run(smallest)).failure}\n${describePlan(smallest)}`)
}

await main()
