import type { BenchCase, Contender, Metric, Sample, Setup } from './bench-case.ts'
import { median, pairingsOf, range, ratiosOf, spread } from './statistics.ts'

/** One contender's numbers. */
export interface Result {
  readonly contender: string
  readonly floor: boolean
  /** Of the first metric, to the floor of the same rounds. */
  readonly ratio: number
  /** How far any sample by any of the floor lies apart, to either side, as a share of what is in the middle. */
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

/** The numbers of a case's rounds: one sample of each contender in each. */
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
    ratioRange: range(pairingsOf(values(samples, metrics[0]), values(floor, metrics[0]))),
    ...(peer.length > 0 ? { ratioToPeer: median(ratiosTo(peer)) } : {}),
    metrics: Object.fromEntries(summaries),
    samples,
  }
}
