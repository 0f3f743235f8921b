import { UsageError } from '../api/errors.ts'
import { ListenerSet } from '../internal/listener-set.ts'
import {
  checkBuckets,
  checkDefinition,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricType,
  sampleNames,
} from './metric-definition.ts'
import { type Metric, MetricFamily } from './metric-family.ts'
import {
  type Counter,
  CounterSeries,
  type Gauge,
  GaugeSeries,
  type Histogram,
  HistogramSeries,
  type Series,
} from './series.ts'

/** The limit of series, and what receives errors. */
export interface MetricRegistryOptions {
  /** The maximum number of series of each metric. @default 1000 */
  readonly maxSeries?: number | undefined
  /** Receives what a callback of {@link MetricRegistry.onExpose} throws. @default reported as uncaught */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The content type of {@link MetricRegistry.expose}. */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Prometheus' own buckets. */
const BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Metrics in memory, and their exposition as Prometheus text (format 0.0.4). A metric that is requested again with the
 * same name and labels is the same metric; with others, a UsageError is thrown.
 *
 * @example
 * const registry = new MetricRegistry()
 * const requests = registry.counter({ name: 'requests_total', help: 'Requests.', labels: ['verb'] })
 * requests.with({ verb: 'list' }).add()
 * new Response(registry.expose(), { headers: { 'Content-Type': METRICS_CONTENT_TYPE } })
 */
export class MetricRegistry {
  readonly #maxSeries: number
  readonly #families = new Map<string, MetricFamily<string, Series>>()
  /** The metric that each name of a line belongs to. */
  readonly #owners = new Map<string, string>()
  readonly #readers: ListenerSet

  constructor({ maxSeries = 1000, onError }: MetricRegistryOptions = {}) {
    this.#maxSeries = maxSeries
    this.#readers = new ListenerSet(onError)
  }

  counter<const TLabel extends string = never>(
    definition: MetricDefinition<TLabel>,
  ): Metric<TLabel, Counter> {
    return this.#family(definition, 'counter', () => new CounterSeries())
  }

  gauge<const TLabel extends string = never>(definition: MetricDefinition<TLabel>): Metric<TLabel, Gauge> {
    return this.#family(definition, 'gauge', () => new GaugeSeries())
  }

  histogram<const TLabel extends string = never>(
    definition: HistogramDefinition<TLabel>,
  ): Metric<TLabel, Histogram> {
    const { name, buckets = BUCKETS } = definition
    checkBuckets(name, buckets)
    return this.#family(definition, 'histogram', () => new HistogramSeries(buckets))
  }

  /**
   * Calls back at the start of each exposition, to set what is only known then. An error does not affect the
   * exposition.
   *
   * @returns a function that unsubscribes
   */
  onExpose(read: () => void): () => void {
    const unsubscribe = this.#readers.add(read)
    return () => void unsubscribe()
  }

  /** The metrics, sorted by name and label values. */
  expose(): string {
    this.#readers.emit()
    const sorted = [...this.#families.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return sorted
      .flatMap(family => family.lines())
      .map(line => `${line}\n`)
      .join('')
  }

  #family<TLabel extends string, TSeries extends Series>(
    definition: MetricDefinition<TLabel>,
    type: MetricType,
    create: () => TSeries,
  ): Metric<TLabel, TSeries> {
    const { name, labels = [] } = definition
    const known = this.#families.get(name)
    if (known) {
      if (known.type === type && known.labels.join() === labels.join())
        return known as unknown as Metric<TLabel, TSeries>
      throw new UsageError(`the metric ${name} has another type or other labels`)
    }
    checkDefinition(definition, type)
    const names = sampleNames(name, type)
    const taken = names.find(each => this.#owners.has(each))
    if (taken !== undefined)
      throw new UsageError(`the name ${taken} belongs to the metric ${this.#owners.get(taken)}`)
    const family = new MetricFamily({ definition, type, maxSeries: this.#maxSeries, create })
    for (const each of names) this.#owners.set(each, name)
    this.#families.set(name, family as unknown as MetricFamily<string, Series>)
    return family
  }
}
