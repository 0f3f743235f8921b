export { BucketRateLimiter, type BucketRateLimiterOptions } from './bucket-rate-limiter.ts'
export { defaultControllerRateLimiter, defaultItemBasedRateLimiter } from './default-rate-limiters.ts'
export { DelayingQueue } from './delaying-queue.ts'
export { ItemBackoff, type ItemBackoffOptions } from './item-backoff.ts'
export {
  ItemExponentialFailureRateLimiter,
  type ItemExponentialFailureRateLimiterOptions,
} from './item-exponential-failure-rate-limiter.ts'
export {
  ItemFastSlowRateLimiter,
  type ItemFastSlowRateLimiterOptions,
} from './item-fast-slow-rate-limiter.ts'
export { MaxOfRateLimiter } from './max-of-rate-limiter.ts'
export type {
  CounterMetric,
  DepthMetric,
  HistogramMetric,
  MetricsProvider,
  SettableGaugeMetric,
} from './metrics-provider.ts'
export { type ParallelizeOptions, parallelizeUntil } from './parallelize-until.ts'
export type { PriorityWorkItem } from './priority-entry.ts'
export { type PrioritizedItem, PriorityQueue } from './priority-queue.ts'
export type { AddOptions, PriorityQueueOptions } from './priority-queue-options.ts'
export type { RateLimitingInterface } from './queue-like.ts'
export type { RateLimiter } from './rate-limiter.ts'
export { RateLimitingQueue, type RateLimitingQueueOptions } from './rate-limiting-queue.ts'
export type { ReadyQueue } from './ready-queue.ts'
export { WithMaxWaitRateLimiter } from './with-max-wait-rate-limiter.ts'
export type { WorkItem } from './work-item.ts'
export { WorkQueue } from './work-queue.ts'
export type { WorkQueueOptions } from './work-queue-options.ts'
