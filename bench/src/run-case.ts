import type { BenchCase, Contender, Metric, Sample, Setup } from './bench-case.ts'
import { endChild, inProcess, outcomeOf, startChild, type Task } from './process.ts'
import { median, range, ratiosOf, spread } from './statistics.ts'

/** How to run a case. */
export interface RunOptions {
  /** How many rounds there are at least. */
  readonly runs: number
  /** Rounds go on until this much time is used, up to {@link MOST_RUNS}. @default 0 */
  readonly budgetMs?: number
  readonly smoke: boolean
  /** Whether contenders that are no part of the short form run, too. @default true */
  readonly full?: boolean
  readonly log: (line: string) => void
}

/** More rounds than these make no median better. */
const MOST_RUNS = 9

/** One contender's numbers. */
export interface Result {
  readonly contender: string
  readonly floor: boolean
  /** Of the first metric, to the floor of the same rounds. */
  readonly ratio: number
  /** How far the ratios of the rounds lie apart, to either side, as a share of {@link ratio}. */
  readonly ratioRange: number
  /** The same to the peer of the same rounds, where the case has one. */
  readonly ratioToPeer?: number
  /** Why there are no numbers. */
  readonly missing?: string
  readonly metrics: Readonly<Record<string, { readonly median: number; readonly spread: number }>>
  readonly samples: readonly Sample[]
}

/** A case's numbers, and where they come from. */
export interface Report {
  readonly case: string
  readonly setup: Setup
  readonly runs: number
  readonly node: string
  readonly results: readonly Result[]
}

/**
 * Runs all contenders in turn, round after round, each run in a fresh process. Unless the case warms its contenders
 * up, what is measured is a program that has just started, with cold code, as a page or a command meets it; then, in a
 * full run, one whole round comes first and is thrown away, which warms the machine's file cache and the case's server.
 * Each round starts with another contender, so that nobody always follows the same neighbour.
 */
export async function runCase(benchCase: BenchCase, options: RunOptions): Promise<Report> {
  const { runs, budgetMs = 0, smoke, full = true, log } = options
  const short = full ? undefined : benchCase.short
  const setup = { ...benchCase.setup, ...(smoke ? benchCase.smoke : short?.setup) }
  const bestOf = short && { times: short.bestOf, metric: benchCase.metrics[0].key }
  const missing = new Map(
    benchCase.contenders.flatMap(contender => {
      const reason = contender.missing?.({ smoke })
      return reason === undefined ? [] : [[contender, reason] as const]
    }),
  )
  const contenders = benchCase.contenders.filter(
    contender => !missing.has(contender) && (full || !contender.extra),
  )
  const server = benchCase.server && startChild({ module: benchCase.server, call: 'start', setup })
  try {
    const served = { ...setup, ...(server ? await outcomeOf(server) : {}) }
    if (!setup.warmUps && !smoke && full) await runRound(contenders, served, 0, bestOf)
    log(`${benchCase.name}: ${contenders.length} contenders`)
    const started = performance.now()
    const rounds: Map<Contender, Sample>[] = []
    const isMore = () =>
      rounds.length < runs || (rounds.length < MOST_RUNS && performance.now() - started < budgetMs)
    while (isMore()) rounds.push(await runRound(contenders, served, rounds.length, bestOf))
    log(
      `${benchCase.name}: ${rounds.length} rounds in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
    )
    return report(benchCase, setup, rounds, missing)
  } finally {
    if (server) await endChild(server)
  }
}

async function runRound(
  contenders: readonly Contender[],
  setup: Setup,
  round: number,
  bestOf: Task['bestOf'],
): Promise<Map<Contender, Sample>> {
  const samples = new Map<Contender, Sample>()
  const first = round % contenders.length
  for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
    const own = { ...setup, ...contender.setup }
    const task = { module: contender.module, call: 'run', setup: own, ...(bestOf && { bestOf }) } as const
    const sample = await inProcess(task).catch(error => {
      throw new Error(`${contender.name}: ${error instanceof Error ? error.message : error}`)
    })
    samples.set(contender, sample as Sample)
  }
  return samples
}

function report(
  benchCase: BenchCase,
  setup: Setup,
  rounds: readonly ReadonlyMap<Contender, Sample>[],
  missing: ReadonlyMap<Contender, string>,
): Report {
  const samplesOf = (contender: Contender | undefined): Sample[] =>
    rounds.map(round => contender && round.get(contender)).filter(sample => sample !== undefined)
  const floor = samplesOf(benchCase.contenders.find(contender => contender.floor))
  const peer = samplesOf(benchCase.contenders.find(contender => contender.peer))
  const shown = benchCase.contenders.filter(
    contender => missing.has(contender) || rounds.some(round => round.has(contender)),
  )
  const results = shown.map(contender => ({
    ...summarise(contender, samplesOf(contender), { floor, peer }, benchCase.metrics),
    ...(missing.has(contender) ? { missing: missing.get(contender) ?? '' } : {}),
  }))
  return { case: benchCase.name, setup, runs: rounds.length, node: process.version, results }
}

function summarise(
  contender: Contender,
  samples: readonly Sample[],
  { floor, peer }: { readonly floor: readonly Sample[]; readonly peer: readonly Sample[] },
  metrics: BenchCase['metrics'],
): Result {
  const values = (of: readonly Sample[], { key }: Metric) =>
    of.map(sample => sample[key]).filter(value => value !== undefined)
  const summaries = metrics
    .map(metric => [metric.key, values(samples, metric)] as const)
    .filter(([, numbers]) => numbers.length > 0)
    .map(([key, numbers]) => [key, { median: median(numbers), spread: spread(numbers) }] as const)
  const ratiosTo = (of: readonly Sample[]) => ratiosOf(values(samples, metrics[0]), values(of, metrics[0]))
  return {
    contender: contender.name,
    floor: contender.floor === true,
    ratio: median(ratiosTo(floor)),
    ratioRange: range(ratiosTo(floor)),
    ...(peer.length > 0 ? { ratioToPeer: median(ratiosTo(peer)) } : {}),
    metrics: Object.fromEntries(summaries),
    samples,
  }
}
