import { type Clock, systemClock } from '../../api/clock.ts'
import { throwLater } from '../../internal/throw-later.ts'
import type { InformerIdentity } from './informer-name.ts'

/** A number that goes up and down. */
export interface GaugeMetric {
  set(value: number): void
}

/** A distribution of numbers. */
export interface HistogramMetric {
  observe(value: number): void
}

/** A resourceVersion as a string. */
export interface ResourceVersionMetric {
  set(resourceVersion: string): void
}

/** Creates the metrics of an informer (client-go `cache.InformerMetricsProvider`). Called once for each informer. */
export interface InformerMetricsProvider {
  /** The number of queued changes. */
  newQueuedItemsMetric?(identity: InformerIdentity): GaugeMetric
  /** How long it took to apply a batch of changes to the cache, in seconds. */
  newProcessingLatencyMetric?(identity: InformerIdentity): HistogramMetric
  /** The resourceVersion of the cache. */
  newStoreResourceVersionMetric?(identity: InformerIdentity): ResourceVersionMetric
}

/** Who creates the metrics, and how the informer is identified in them. */
export interface InformerMetricsOptions {
  readonly provider: InformerMetricsProvider
  readonly identity: InformerIdentity
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/**
 * The metrics of one informer. An identity that is not reserved publishes nothing. An error of a metric is thrown from
 * a timer as uncaught, and does not affect the informer.
 *
 * @example
 * const identity = new InformerName('dashboard').withResource(pods)
 * new SharedIndexInformer({ listerWatcher, metrics: new InformerMetrics({ provider, identity }) })
 */
export class InformerMetrics {
  readonly #identity: InformerIdentity
  readonly #clock: Clock
  readonly #queuedItems: GaugeMetric | undefined
  readonly #latency: HistogramMetric | undefined
  readonly #resourceVersion: ResourceVersionMetric | undefined

  constructor({ provider, identity, clock = systemClock }: InformerMetricsOptions) {
    this.#identity = identity
    this.#clock = clock
    this.#queuedItems = provider.newQueuedItemsMetric?.(identity)
    this.#latency = provider.newProcessingLatencyMetric?.(identity)
    this.#resourceVersion = provider.newStoreResourceVersionMetric?.(identity)
  }

  /** Records the state of the queue and the cache after each read and each batch. */
  observe(queued: number, resourceVersion: string): void {
    this.#publish(() => {
      this.#queuedItems?.set(queued)
      this.#resourceVersion?.set(resourceVersion)
    })
  }

  /** Runs the processing of a batch and records its duration. */
  processing(process: () => void): void {
    const startedAt = this.#clock.now()
    process()
    this.#publish(() => this.#latency?.observe((this.#clock.now() - startedAt) / 1_000))
  }

  /** Reports an error of a metric as uncaught. */
  #publish(publish: () => void): void {
    if (!this.#identity.reserved) return
    try {
      publish()
    } catch (error) {
      throwLater(this.#clock, error)
    }
  }
}
