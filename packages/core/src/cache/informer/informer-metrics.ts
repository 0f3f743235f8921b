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

/** A resourceVersion, as the string that it is. */
export interface ResourceVersionMetric {
  set(resourceVersion: string): void
}

/** Where an informer's metrics come from (client-go `cache.InformerMetricsProvider`). Asked once for each informer. */
export interface InformerMetricsProvider {
  /** Changes on their way from the server to the cache. */
  newQueuedItemsMetric?(identity: InformerIdentity): GaugeMetric
  /** How long a batch of changes took to reach the cache, in seconds. */
  newProcessingLatencyMetric?(identity: InformerIdentity): HistogramMetric
  /** The version that the cache is at. */
  newStoreResourceVersionMetric?(identity: InformerIdentity): ResourceVersionMetric
}

/** Options of {@link InformerMetrics}. */
export interface InformerMetricsOptions {
  readonly provider: InformerMetricsProvider
  readonly identity: InformerIdentity
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/**
 * The metrics of one informer; an identity that is not reserved publishes nothing. A metric that throws costs
 * the informer nothing: the error is thrown from a timer, uncaught.
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

  /** The state of queue and cache, after each read and each batch. */
  observe(queued: number, resourceVersion: string): void {
    this.#publish(() => {
      this.#queuedItems?.set(queued)
      this.#resourceVersion?.set(resourceVersion)
    })
  }

  /** Runs the processing of a batch and measures it. */
  processing(process: () => void): void {
    const startedAt = this.#clock.now()
    process()
    this.#publish(() => this.#latency?.observe((this.#clock.now() - startedAt) / 1_000))
  }

  /** A metric that throws is seen, and costs the informer nothing. */
  #publish(publish: () => void): void {
    if (!this.#identity.reserved) return
    try {
      publish()
    } catch (error) {
      throwLater(this.#clock, error)
    }
  }
}
