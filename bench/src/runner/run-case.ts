import type { Contender, Sample, Setup } from './bench-case.ts'
import type { FoundCase } from './find-cases.ts'
import { endChild, inProcess, outcomeOf, startChild, type Task } from './process.ts'
import { type Report, reportOf } from './report.ts'

/** How to run a case. */
export interface RunOptions {
  /** The number of rounds. The short form of a case may have fewer. */
  readonly runs: number
  readonly smoke: boolean
  /** Whether to run contenders that are excluded from the short form. @default true */
  readonly full?: boolean
  readonly log: (line: string) => void
}

/** A floor runs this many times as often as other contenders. */
const FLOOR_TIMES = 3

/**
 * A running case. In each round, all contenders run in sequence, each in a new process. Without warm-ups, a case measures a
 * program that has just started, with code that is not compiled yet, like a page or a command. Each round starts with a
 * different contender, so that the order does not favor one of them.
 */
class CaseRun {
  readonly rounds: Map<Contender, Sample>[] = []
  readonly #case: FoundCase
  readonly #options: RunOptions
  readonly #missing = new Map<Contender, string>()
  readonly #contenders: readonly Contender[]
  readonly #bestOf: Task['bestOf']
  readonly #server: ReturnType<typeof startChild> | undefined
  #setup: Setup

  constructor(benchCase: FoundCase, options: RunOptions) {
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
    const { file, name, start } = benchCase
    this.#server = start && startChild({ file, name, setup: this.#setup })
  }

  /** The number of rounds of this case. */
  get runs(): number {
    const { full = true, runs } = this.#options
    return Math.min(runs, (full ? undefined : this.#case.short?.rounds) ?? runs)
  }

  /**
   * Waits for the server of the case. In a full run of a case without warm-ups, one discarded round warms up the file cache
   * and the server.
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
    const order = [...this.#contenders.slice(first), ...this.#contenders.slice(0, first)]
    for (const contender of order) samples.set(contender, await this.#sample(contender))
    return samples
  }

  async #sample(contender: Contender): Promise<Sample> {
    const setup = { ...this.#setup, ...contender.setup }
    const bestOf = this.#bestOf && timesOf(this.#bestOf, contender)
    const { file, name } = this.#case
    const task = { file, name, contender: contender.name, setup, ...(bestOf && { bestOf }) }
    const sample = await inProcess(task).catch(error => {
      throw new Error(`${contender.name}: ${error instanceof Error ? error.message : error}`)
    })
    return sample as Sample
  }
}

/** Where a process runs several times, the floor runs more often: it is short, and every ratio of the round depends on it. */
const timesOf = (bestOf: NonNullable<Task['bestOf']>, { floor }: Contender): Task['bestOf'] =>
  floor && bestOf.times > 1 ? { ...bestOf, times: FLOOR_TIMES * bestOf.times } : bestOf

/**
 * Runs cases interleaved: the first round of each case, then the second of each. When the machine is slow for a minute, this
 * distorts one round of every case, which the spread shows, instead of all rounds of one case.
 */
export async function runCases(
  benchCases: readonly FoundCase[],
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
      if (options.runs > 1) options.log(`round ${round + 1} of ${options.runs} completed`)
    }
    return running.map(run => run.report())
  } finally {
    for (const run of running) await run.close()
  }
}
