import { UsageError } from '../api/errors.ts'
import { helpText, labelsText } from './escape.ts'
import type { MetricDefinition, MetricType } from './metric-definition.ts'
import { numberText, type Series } from './series.ts'

/** The values of the labels of a series. */
export type LabelValues<TLabel extends string> = Readonly<Record<TLabel, string>>

/** A metric: one series for each combination of label values. */
export interface Metric<TLabel extends string, TSeries> {
  /**
   * The series of these label values; keep it where it is used often. Above the limit of the registry, further series of
   * a counter or a histogram are one whose label values are `unexpected`, and those of a gauge are not exposed.
   */
  with(labels: LabelValues<TLabel>): TSeries
  /** Removes a series. */
  delete(labels: LabelValues<TLabel>): void
}

export interface MetricFamilyOptions<TLabel extends string, TSeries extends Series> {
  readonly definition: MetricDefinition<TLabel>
  readonly type: MetricType
  readonly maxSeries: number
  readonly create: () => TSeries
}

/** What Kubernetes uses for a label value outside the expected set. */
const UNEXPECTED = 'unexpected'

/** A metric with its series. */
export class MetricFamily<TLabel extends string, TSeries extends Series> implements Metric<TLabel, TSeries> {
  readonly name: string
  readonly type: MetricType
  readonly labels: readonly TLabel[]
  readonly #help: string
  readonly #maxSeries: number
  readonly #create: () => TSeries
  /** By the label values. */
  readonly #series = new Map<string, { readonly values: readonly string[]; readonly series: TSeries }>()

  constructor({ definition, type, maxSeries, create }: MetricFamilyOptions<TLabel, TSeries>) {
    this.name = definition.name
    this.type = type
    this.labels = definition.labels ?? []
    this.#help = definition.help
    this.#maxSeries = maxSeries
    this.#create = create
    // A metric without labels is exposed before its first use.
    if (this.labels.length === 0) this.#add([])
  }

  with(labels: LabelValues<TLabel>): TSeries {
    const values = this.#valuesOf(labels)
    const found = this.#series.get(keyOf(values))?.series
    if (found) return found
    if (this.#series.size < this.#maxSeries) return this.#add(values)
    if (this.type === 'gauge') return this.#create()
    const others = this.labels.map(() => UNEXPECTED)
    return this.#series.get(keyOf(others))?.series ?? this.#add(others)
  }

  delete(labels: LabelValues<TLabel>): void {
    this.#series.delete(keyOf(this.#valuesOf(labels)))
  }

  /** The lines of the metric; empty without series. */
  lines(): readonly string[] {
    if (this.#series.size === 0) return []
    const sorted = [...this.#series].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return [
      `# HELP ${this.name} ${helpText(this.#help)}`,
      `# TYPE ${this.name} ${this.type}`,
      ...sorted.flatMap(([, { values, series }]) => this.#linesOf(values, series)),
    ]
  }

  #linesOf(values: readonly string[], series: TSeries): readonly string[] {
    const own = this.labels.map((label, index) => [label, values[index] as string] as const)
    return series
      .samples()
      .map(
        ({ suffix, labels, value }) =>
          `${this.name}${suffix}${labelsText([...own, ...labels])} ${numberText(value)}`,
      )
  }

  #valuesOf(labels: LabelValues<TLabel>): readonly string[] {
    return this.labels.map(label => {
      const value: unknown = labels[label]
      if (typeof value !== 'string') throw new UsageError(`the metric ${this.name} needs the label ${label}`)
      return value.replace(/\p{Surrogate}/gu, '\uFFFD')
    })
  }

  #add(values: readonly string[]): TSeries {
    const series = this.#create()
    this.#series.set(keyOf(values), { values, series })
    return series
  }
}

const keyOf = (values: readonly string[]): string => JSON.stringify(values)
