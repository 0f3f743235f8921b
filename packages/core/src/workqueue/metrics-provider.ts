/** A number that goes up and down (client-go `workqueue.GaugeMetric`). */
export interface DepthMetric {
  /** @param priority the item's priority; undefined in a queue without priorities */
  inc(priority?: number): void
  dec(priority?: number): void
}

/** A number that is set (client-go `workqueue.SettableGaugeMetric`). */
export interface SettableGaugeMetric {
  set(value: number): void
}

/** A number that only grows (client-go `workqueue.CounterMetric`). */
export interface CounterMetric {
  inc(): void
}

/** Counts observations (client-go `workqueue.HistogramMetric`). */
export interface HistogramMetric {
  observe(value: number): void
}

/**
 * Creates the metrics of a queue (client-go `workqueue.MetricsProvider`, controller-runtime `MetricsProviderWithPriority`). A
 * queue asks for each of them once, and only if it has a name. All times are in seconds.
 */
export interface MetricsProvider {
  /** How many items are ready. */
  newDepthMetric(name: string): DepthMetric
  /** How often an item became ready. */
  newAddsMetric(name: string): CounterMetric
  /** How long an item was ready before it was handed out. */
  newLatencyMetric(name: string): HistogramMetric
  /** How long an item was in process. */
  newWorkDurationMetric(name: string): HistogramMetric
  /** How long the items that are now in process have been so, together. Updated every 500 ms. */
  newUnfinishedWorkSecondsMetric(name: string): SettableGaugeMetric
  /** The longest of these times. Updated every 500 ms. */
  newLongestRunningProcessorSecondsMetric(name: string): SettableGaugeMetric
  /** How often a delayed add was asked for. */
  newRetriesMetric(name: string): CounterMetric
}
