export { type Clock, type Fetch, type Random, sleep, systemClock, type TimerHandle } from './api/clock.ts'
export {
  ConnectionError,
  InformerError,
  isAbort,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isNotFound,
  isResourceExpired,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnauthorized,
  KeyError,
  ProtocolError,
  StatusError,
  TransactionError,
  UsageError,
} from './api/errors.ts'
export {
  DeletedFinalStateUnknown,
  deletionHandlingMetaNamespaceKey,
  joinMetaNamespaceKey,
  type KeyFunction,
  metaNamespaceKey,
  splitMetaNamespaceKey,
} from './api/keys.ts'
export type {
  KubernetesObject,
  List,
  ListMeta,
  ObjectMeta,
  OwnerReference,
  Status,
  StatusCause,
  StatusDetails,
  WatchEvent,
} from './api/object.ts'
export { type ObjectAccess, objectAccess } from './api/object-access.ts'
export type { PageLifecycle } from './api/page-lifecycle.ts'
export { type PathSegments, parsePath, readPath } from './api/path.ts'
export {
  apiVersionOf,
  defineResource,
  describeLocation,
  groupResource,
  type ResourceDefinition,
  type ResourceLocation,
  resourceName,
  resourcePath,
} from './api/resource.ts'
export { compareResourceVersions } from './api/resource-version.ts'
export {
  type FieldMatcher,
  type LabelMatcher,
  parseFieldSelector,
  parseLabelSelector,
} from './api/selectors.ts'
export type { Snapshot, SnapshotChange, SnapshotStore } from './api/snapshot-store.ts'
export { type DeletedObject, deletedObject } from './cache/handlers/deleted-object.ts'
export type {
  HandlerOptions,
  HandlerRegistration,
  ResourceEventHandler,
} from './cache/handlers/event-handler.ts'
export { type FilteringOptions, filteringResourceEventHandler } from './cache/handlers/filtering-handler.ts'
export { handlerName } from './cache/handlers/handler-name.ts'
export {
  createMutationDetector,
  type MutationDetector,
  type MutationDetectorOptions,
  MutationError,
} from './cache/handlers/mutation-detector.ts'
export { Controller, type ControllerOptions } from './cache/informer/controller.ts'
export { createInformer, type Informer, type InformerOptions } from './cache/informer/create-informer.ts'
export {
  type GaugeMetric,
  type HistogramMetric,
  InformerMetrics,
  type InformerMetricsOptions,
  type InformerMetricsProvider,
  type ResourceVersionMetric,
} from './cache/informer/informer-metrics.ts'
export { type InformerIdentity, InformerName } from './cache/informer/informer-name.ts'
export type { SharedIndexInformerOptions } from './cache/informer/informer-options.ts'
export type { InformerCounters, InformerFailure, InformerStatus } from './cache/informer/informer-status.ts'
export {
  type HandlerTarget,
  processDeltas,
  processDeltasInBatch,
} from './cache/informer/process-with-handler.ts'
export { SharedIndexInformer } from './cache/informer/shared-index-informer.ts'
export {
  type GenericInformer,
  type InformerDefaults,
  SharedInformerFactory,
  type SharedInformerFactoryOptions,
} from './cache/informer/shared-informer-factory.ts'
export { DeltaFIFO, type DeltaFIFOOptions } from './cache/queue/delta-fifo.ts'
export { FIFO, type FIFOOptions } from './cache/queue/fifo.ts'
export type { Delta, KnownObjects, PopProcess, Queue, ReflectorStore } from './cache/queue/queue.ts'
export type { ObjectKeyFunction, QueueItem } from './cache/queue/queue-key.ts'
export { RealFIFO, type RealFIFOOptions } from './cache/queue/real-fifo.ts'
export { Backoff, type BackoffOptions } from './cache/reflector/backoff.ts'
export {
  checkDataConsistency,
  type DataConsistencyCheck,
  type DataConsistencyOptions,
  DataInconsistencyError,
} from './cache/reflector/data-consistency.ts'
export type { LateMarker } from './cache/reflector/late-marker.ts'
export {
  type ListPageFunction,
  ListPager,
  type ListPagerOptions,
  type PagedList,
} from './cache/reflector/list-pager.ts'
export { Reflector } from './cache/reflector/reflector.ts'
export type { ReflectorObserver } from './cache/reflector/reflector-observer.ts'
export type { ReflectorOptions } from './cache/reflector/reflector-options.ts'
export {
  doesClientNotSupportWatchListSemantics,
  prepareWatchListOptionsFromListOptions,
} from './cache/reflector/watch-list-options.ts'
export {
  ExpirationCache,
  type ExpirationCacheOptions,
  type ExpirationPolicy,
  type TimestampedEntry,
  ttlPolicy,
} from './cache/store/expiration-cache.ts'
export { Heap, type HeapOptions } from './cache/store/heap.ts'
export {
  byPath,
  type Indexers,
  type IndexFunction,
  indexFunctionToKeyFunction,
  metaNamespaceIndex,
  NAMESPACE_INDEX,
  readsThroughAccess,
} from './cache/store/index-function.ts'
export { Indexer, type IndexerOptions } from './cache/store/indexer.ts'
export { Lister, type ListerOptions, type NamespaceLister } from './cache/store/lister.ts'
export { MutationCache, type MutationCacheOptions } from './cache/store/mutation-cache.ts'
export type { Store, StoreKeyFunction, StoreTransaction } from './cache/store/store.ts'
export { UndeltaStore, type UndeltaStoreOptions } from './cache/store/undelta-store.ts'
export { AsyncTracker } from './cache/sync/async-tracker.ts'
export type { DoneChecker } from './cache/sync/done-checker.ts'
export { Lazy } from './cache/sync/lazy.ts'
export { SingleFileTracker } from './cache/sync/single-file-tracker.ts'
export { SyncError, SyncResult, type WaitOptions, waitFor, waitForCacheSync } from './cache/sync/wait-for.ts'
export type { ItemDecoder } from './client/item-decoder.ts'
export {
  type CallOptions,
  type CollectionOptions,
  createKubeClient,
  type DeleteOptions,
  type KubeClient,
  type KubeClientOptions,
  type KubeRequest,
  type PatchType,
} from './client/kube-client.ts'
export { createListWatch, type ListWatchOptions } from './client/list-watch.ts'
export type {
  ListContext,
  ListerWatcher,
  ListOptions,
  ListProgress,
  WatchContext,
  WatchOptions,
} from './client/lister-watcher.ts'
export type { PartialObjectMetadata } from './client/partial-object-metadata.ts'
export { type Row, type RowBody, readMetadata, readObject, rowAccess } from './row/row.ts'
