import type { BenchCase, Contender, Metric, Sample, Setup } from './bench-case.ts'
import { median, pairingsOf, range, ratiosOf, spread } from './statistics.ts'

/** The results of one contender. */
export interface Result {
  readonly contender: string
  readonly floor: boolean
  /** Ratio of the first metric to the floor in the same rounds. */
  readonly ratio: number
  /** Half the range of all sample-to-floor ratios across rounds, as a share of their median. */
  readonly ratioRange: number
  /** Ratio to the peer in the same rounds, if the case has one. */
  readonly ratioToPeer?: number
  /** The reason why there are no results. */
  readonly missing?: string
  readonly metrics: Readonly<Record<string, { readonly median: number; readonly spread: number }>>
  readonly samples: readonly Sample[]
}

/** The results of a case, with its setup. */
export interface Report {
  readonly case: string
  readonly setup: Setup
  readonly runs: number
  readonly node: string
  readonly results: readonly Result[]
}

/** Summarizes the rounds of a case; each has one sample of each contender. */
export function reportOf(
  benchCase: BenchCase,
  setup: Setup,
  rounds: readonly ReadonlyMap<Contender, Sample>[],
  missing: ReadonlyMap<Contender, string>,
): Report {
  const samplesOf = (contender: Contender | undefined): Sample[] =>
    rounds.map(round => contender && round.get(contender)).filter(sample => sample !== undefined)
  const floor = samplesOf(benchCase.contenders.find(contender => contender.floor))
  const peer = samplesOf(benchCase.contenders.find(contender => contender.peer))
  const reported = benchCase.contenders.filter(
    contender => missing.has(contender) || rounds.some(round => round.has(contender)),
  )
  const results = reported.map(contender => ({
    ...summarize(contender, samplesOf(contender), { floor, peer }, benchCase.metrics),
    ...(missing.has(contender) ? { missing: missing.get(contender) ?? '' } : {}),
  }))
  return { case: benchCase.name, setup, runs: rounds.length, node: process.version, results }
}

function summarize(
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
    ratioRange: range(pairingsOf(values(samples, metrics[0]), values(floor, metrics[0]))),
    ...(peer.length > 0 ? { ratioToPeer: median(ratiosTo(peer)) } : {}),
    metrics: Object.fromEntries(summaries),
    samples,
  }
}
