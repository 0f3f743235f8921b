import { UsageError } from '../api/errors.ts'

/** Describes a metric. */
export interface MetricDefinition<TLabel extends string = string> {
  /** Letters, digits, `_` and `:`. Counters end in `_total`. */
  readonly name: string
  /** What is counted or measured, in which unit. */
  readonly help: string
  /** The names of the labels. Their values must come from a small set: never a name of an object, a token or a path. */
  readonly labels?: readonly TLabel[] | undefined
}

/** Describes a histogram. */
export interface HistogramDefinition<TLabel extends string = string> extends MetricDefinition<TLabel> {
  /** Upper bounds, ascending. @default from 5 ms to 10 s, in seconds */
  readonly buckets?: readonly number[] | undefined
}

/** The types of metrics. */
export type MetricType = 'counter' | 'gauge' | 'histogram'

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const LABEL = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/

/** Throws a UsageError if a definition is invalid. */
export function checkDefinition({ name, labels = [] }: MetricDefinition, type: MetricType): void {
  if (!NAME.test(name)) throw new UsageError(`invalid name of a metric: ${JSON.stringify(name)}`)
  for (const label of labels)
    if (!LABEL.test(label) || (type === 'histogram' && label === 'le'))
      throw new UsageError(`invalid label of the metric ${name}: ${JSON.stringify(label)}`)
  if (new Set(labels).size < labels.length) throw new UsageError(`the metric ${name} has a label twice`)
}

/** Throws a UsageError unless the bounds are finite and ascending. */
export function checkBuckets(name: string, buckets: readonly number[]): void {
  const isAscending = buckets.every(
    (bound, index) => Number.isFinite(bound) && (index === 0 || bound > (buckets[index - 1] ?? bound)),
  )
  if (!isAscending) throw new UsageError(`the buckets of the metric ${name} must be finite and ascending`)
}

/** The names of the lines of a metric. */
export const sampleNames = (name: string, type: MetricType): readonly string[] =>
  type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
