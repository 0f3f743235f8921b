import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

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

/** A kind of history. */
interface Simulation {
  /** The npm script. */
  readonly command: string
  /** Runs a `SeedRange` and posts a `SeedReport` for each seed. */
  readonly worker: URL
  /** Runs a failing seed again, and describes its smallest plan that still fails. */
  readonly explain: (seed: number) => Promise<string>
}

const HOUR = 3_600_000
/** The run stops after this many failures; more of them rarely add information. */
const MAX_FAILURES = 5

/** Runs the seeds that the command line names in worker threads, and prints the result. */
export async function runSeeds({ command, worker, explain }: Simulation): Promise<void> {
  const { seeds, from, jobs, untilFailure } = readOptions()
  const reports: SeedReport[] = []
  const started = performance.now()
  const enough = untilFailure ? 1 : MAX_FAILURES
  await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      runWorker(worker, { first: from + job, last: from + seeds - 1, step: jobs }, report => {
        reports.push(report)
        if (reports.length % 1_000 === 0) console.log(`${reports.length} of ${seeds} seeds`)
        return failed(reports).length >= enough
      }),
    ),
  )
  summarize(reports, performance.now() - started)
  for (const { seed, failure } of failed(reports).slice(0, MAX_FAILURES)) {
    console.log(`\nseed ${seed}: ${failure}\n  npm run ${command} -- --seeds 1 --from ${seed}`)
    console.log(`smallest failing plan: ${await explain(seed)}`)
  }
  process.exitCode = failed(reports).length > 0 ? 1 : 0
}

const failed = (reports: readonly SeedReport[]): readonly SeedReport[] =>
  reports.filter(({ failure }) => failure !== undefined)

function readOptions() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      'until-failure': { type: 'boolean', default: false },
    },
  })
  const positiveInteger = (name: 'seeds' | 'from' | 'jobs'): number => {
    const number = Number(values[name])
    if (Number.isInteger(number) && number > 0) return number
    throw new Error(`--${name} requires a positive integer, got ${values[name]}`)
  }
  const seeds = positiveInteger('seeds')
  const jobs = Math.min(positiveInteger('jobs'), seeds)
  return { seeds, jobs, from: positiveInteger('from'), untilFailure: values['until-failure'] }
}

/** Runs a worker until it has finished, or until `onReport` returns true. */
function runWorker(url: URL, range: SeedRange, onReport: (report: SeedReport) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { workerData: range })
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
