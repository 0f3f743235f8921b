import type { BenchCase, Contender, Sample, Setup } from './bench-case.ts'
import { endChild, inProcess, outcomeOf, startChild, type Task } from './process.ts'
import { type Report, reportOf } from './report.ts'

/** How to run a case. */
export interface RunOptions {
  /** How many rounds there are. The short form may ask for fewer of a case. */
  readonly runs: number
  readonly smoke: boolean
  /** Whether contenders that are no part of the short form run, too. @default true */
  readonly full?: boolean
  readonly log: (line: string) => void
}

/** How many times as often as the others a floor runs. */
const FLOOR_TIMES = 3

/**
 * A case under way. In a round all contenders take their turn, each in a fresh process. Unless the case warms its contenders
 * up, what is measured is a program that has just started, with cold code, as a page or a command meets it. Each round begins
 * with another contender, so that nobody always follows the same neighbour.
 */
class CaseRun {
  readonly rounds: Map<Contender, Sample>[] = []
  readonly #case: BenchCase
  readonly #options: RunOptions
  readonly #missing = new Map<Contender, string>()
  readonly #contenders: readonly Contender[]
  readonly #bestOf: Task['bestOf']
  readonly #server: ReturnType<typeof startChild> | undefined
  #setup: Setup

  constructor(benchCase: BenchCase, options: RunOptions) {
    const { smoke, full = true } = options
    const short = full ? undefined : benchCase.short
    this.#case = benchCase
    this.#options = options
    this.#setup = { ...benchCase.setup, ...(smoke ? benchCase.smoke : short?.setup) }
    this.#bestOf = short && { times: short.bestOf, metric: benchCase.metrics[0].key }
    for (const contender of benchCase.contenders) {
      const reason = contender.missing?.({ smoke })
      if (reason !== undefined) this.#missing.set(contender, reason)
    }
    this.#contenders = benchCase.contenders.filter(
      contender => !this.#missing.has(contender) && (full || !contender.extra),
    )
    this.#server = benchCase.server
      ? startChild({ module: benchCase.server, call: 'start', setup: this.#setup })
      : undefined
  }

  /** How many rounds are wanted. */
  get runs(): number {
    const { full = true, runs } = this.#options
    return Math.min(runs, (full ? undefined : this.#case.short?.rounds) ?? runs)
  }

  /**
   * Waits for the case's server. In a full run of a case without warm-ups, one whole round comes first and is thrown away,
   * which warms the machine's file cache and the server.
   */
  async prepare(): Promise<void> {
    const { smoke, full = true, log } = this.#options
    if (this.#server) this.#setup = { ...this.#setup, ...(await outcomeOf(this.#server)) }
    if (!this.#setup.warmUps && !smoke && full) await this.#sampleAll(0)
    log(`${this.#case.name}: ${this.#contenders.length} contenders, ${this.runs} rounds`)
  }

  async round(): Promise<void> {
    this.rounds.push(await this.#sampleAll(this.rounds.length))
  }

  report(): Report {
    return reportOf(this.#case, this.#setup, this.rounds, this.#missing)
  }

  async close(): Promise<void> {
    if (this.#server) await endChild(this.#server)
  }

  async #sampleAll(round: number): Promise<Map<Contender, Sample>> {
    const samples = new Map<Contender, Sample>()
    const first = round % this.#contenders.length
    for (const contender of [...this.#contenders.slice(first), ...this.#contenders.slice(0, first)]) {
      const setup = { ...this.#setup, ...contender.setup }
      const bestOf = this.#bestOf && timesOf(this.#bestOf, contender)
      const task = { module: contender.module, call: 'run', setup, ...(bestOf && { bestOf }) } as const
      const sample = await inProcess(task).catch(error => {
        throw new Error(`${contender.name}: ${error instanceof Error ? error.message : error}`)
      })
      samples.set(contender, sample as Sample)
    }
    return samples
  }
}

/** Where a process may run several times, a floor does so more often: it is short, and every ratio of its round hangs on it. */
const timesOf = (bestOf: NonNullable<Task['bestOf']>, { floor }: Contender): Task['bestOf'] =>
  floor && bestOf.times > 1 ? { ...bestOf, times: FLOOR_TIMES * bestOf.times } : bestOf

/**
 * Runs cases together, round by round: the first of each, then the second of each. A machine that is slow for a minute then
 * distorts one round of every case, which its spread shows, and not all rounds of one.
 */
export async function runCases(
  benchCases: readonly BenchCase[],
  options: RunOptions,
): Promise<readonly Report[]> {
  const running: CaseRun[] = []
  try {
    for (const benchCase of benchCases) {
      const run = new CaseRun(benchCase, options)
      running.push(run)
      await run.prepare()
    }
    for (let round = 0; round < options.runs; round++) {
      for (const run of running) if (round < run.runs) await run.round()
      if (options.runs > 1) options.log(`round ${round + 1} of ${options.runs} is done`)
    }
    return running.map(run => run.report())
  } finally {
    for (const run of running) await run.close()
  }
}
