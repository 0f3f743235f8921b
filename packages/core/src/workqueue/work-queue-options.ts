import type { Clock } from '../api/clock.ts'
import type { MetricsProvider } from './metrics-provider.ts'
import type { ReadyQueue } from './ready-queue.ts'

/** The queue's name in metrics, the metrics, and the clock. */
export interface WorkQueueOptions<T> {
  /**
   * The key of an item: items with equal keys are one item. Give one if items are objects that are built anew for each
   * event. A key that joins several texts must not join different ones to the same text. @default the item itself
   */
  readonly key?: ((item: T) => unknown) | undefined
  /** The name in the metrics. A queue without a name has no metrics. */
  readonly name?: string | undefined
  readonly metricsProvider?: MetricsProvider | undefined
  readonly clock?: Clock | undefined
  /** Decides the order of the items that are ready. @default first in, first out */
  readonly queue?: ReadyQueue<T> | undefined
}
