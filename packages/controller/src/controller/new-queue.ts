import type { Clock } from '@kube-informer/core'
import {
  type MetricsProvider,
  PriorityQueue,
  type RateLimiter,
  RateLimitingQueue,
} from '@kube-informer/core/workqueue'
import { type Request, requestKey } from '../api/request.ts'
import type { ReconcileQueue } from './reconcile-queue.ts'

/** What a controller's queue is made from. */
export interface NewQueueOptions {
  /** The controller's name, which labels the metrics. */
  readonly name: string
  readonly usePriorityQueue: boolean
  /** Of a queue with priorities. @default never */
  readonly agingMs?: number | undefined
  readonly rateLimiter: RateLimiter<Request>
  readonly metricsProvider?: MetricsProvider | undefined
  readonly clock: Clock
  /** Whether the controller's `debounce` holds requests back, which are not in the queue yet. @default never */
  readonly hasDebounced?: (() => boolean) | undefined
}

/** Creates the queue of a controller (controller-runtime `NewQueue`). Use {@link requestKey} as the key of its items. */
export type NewQueue = (options: NewQueueOptions) => ReconcileQueue

/** The default of {@link NewQueue}. */
export const createQueue: NewQueue = ({ usePriorityQueue, ...options }) =>
  usePriorityQueue
    ? new PriorityQueue<Request>({ ...options, key: requestKey })
    : new RateLimitingQueue<Request>({ ...options, key: requestKey })
