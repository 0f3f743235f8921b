// The parts of client-go that most applications do not need: queues, other stores, the plain controller, and so on.
export {
  hasStatusCause,
  isInternalError,
  isMethodNotSupported,
  isNotAcceptable,
  isRequestEntityTooLarge,
  isServerTimeout,
  isStoreReadError,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  statusCause,
  suggestsClientDelay,
  TransactionError,
} from '../api/errors.ts'
export { escapeFieldValue, fieldSelectorRequirements } from '../api/field-selector.ts'
export { deletionHandlingMetaNamespaceKey, joinMetaNamespaceKey, type KeyFunction } from '../api/keys.ts'
export { labelSelectorRequirements } from '../api/label-selector.ts'
export { DEFAULT_BACKOFF, DEFAULT_RETRY, onError } from '../api/retry.ts'
export { type FieldMatcher, fieldMatcher, matchEverything, matchNothing } from '../api/selectors.ts'
export { type DeletedObject, deletedObject } from '../cache/handlers/deleted-object.ts'
export { type FilteringOptions, filteringResourceEventHandler } from '../cache/handlers/filtering-handler.ts'
export { handlerName } from '../cache/handlers/handler-name.ts'
export {
  createMutationDetector,
  type MutationDetector,
  type MutationDetectorOptions,
  MutationError,
} from '../cache/handlers/mutation-detector.ts'
export { Controller, type ControllerOptions } from '../cache/informer/controller.ts'
export { createInformer, type Informer, type InformerOptions } from '../cache/informer/create-informer.ts'
export {
  type GaugeMetric,
  type HistogramMetric,
  InformerMetrics,
  type InformerMetricsOptions,
  type InformerMetricsProvider,
  type ResourceVersionMetric,
} from '../cache/informer/informer-metrics.ts'
export { type InformerIdentity, InformerName } from '../cache/informer/informer-name.ts'
export {
  type HandlerTarget,
  processDeltas,
  processDeltasInBatch,
} from '../cache/informer/process-with-handler.ts'
export { DeltaFIFO, type DeltaFIFOOptions } from '../cache/queue/delta-fifo.ts'
export type { ObjectDelta } from '../cache/queue/delta-queue.ts'
export { FIFO, type FIFOOptions } from '../cache/queue/fifo.ts'
export type { Delta, PopProcess, Queue } from '../cache/queue/queue.ts'
export type { ObjectKeyFunction, QueueItem } from '../cache/queue/queue-key.ts'
export { RealFIFO, type RealFIFOOptions } from '../cache/queue/real-fifo.ts'
export { Backoff, type BackoffOptions } from '../cache/reflector/backoff.ts'
export {
  checkDataConsistency,
  type DataConsistencyCheck,
  type DataConsistencyOptions,
  DataInconsistencyError,
} from '../cache/reflector/data-consistency.ts'
export type { LateMarker } from '../cache/reflector/late-marker.ts'
export type { ListPageFunction, PagedList } from '../cache/reflector/list-all-pages.ts'
export { ListPager, type ListPagerOptions } from '../cache/reflector/list-pager.ts'
export type { ReflectorObserver } from '../cache/reflector/reflector-observer.ts'
export {
  doesClientNotSupportWatchListSemantics,
  prepareWatchListOptionsFromListOptions,
} from '../cache/reflector/watch-list-options.ts'
export {
  ExpirationCache,
  type ExpirationCacheOptions,
  type ExpirationPolicy,
  type TimestampedEntry,
  ttlPolicy,
} from '../cache/store/expiration-cache.ts'
export { Heap, type HeapOptions } from '../cache/store/heap.ts'
export { indexFunctionToKeyFunction } from '../cache/store/index-function.ts'
export type { KnownObjects } from '../cache/store/known-objects.ts'
export { MutationCache, type MutationCacheOptions } from '../cache/store/mutation-cache.ts'
export type { ReflectorStore } from '../cache/store/reflector-store.ts'
export type { Store, StoreKeyFunction, StoreTransaction } from '../cache/store/store.ts'
export { UndeltaStore, type UndeltaStoreOptions } from '../cache/store/undelta-store.ts'
export { AsyncTracker } from '../cache/sync/async-tracker.ts'
export { Lazy } from '../cache/sync/lazy.ts'
export { SingleFileTracker } from '../cache/sync/single-file-tracker.ts'
export { type WaitOptions, waitForCacheSync } from '../cache/sync/wait-for.ts'
export { distinctWarnings } from '../client/transport/warnings.ts'
export { AbortableListerWatcher } from '../internal/abortable-lister-watcher.ts'
export {
  createInformerWatcher,
  type InformerWatcher,
  type InformerWatcherOptions,
} from '../watch-tools/informer-watcher.ts'
export { RetryWatcher, type RetryWatcherOptions, type Watchable } from '../watch-tools/retry-watcher.ts'
export {
  type UntilWithoutRetryOptions,
  until,
  untilWithoutRetry,
  type WatchCondition,
} from '../watch-tools/until.ts'
export { UntilError } from '../watch-tools/until-error.ts'
export { type UntilWithSyncOptions, untilWithSync } from '../watch-tools/until-with-sync.ts'
