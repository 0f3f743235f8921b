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
export { AsyncTracker } from './cache/async-tracker.ts'
export { Backoff, type BackoffOptions } from './cache/backoff.ts'
export { Controller, type ControllerOptions } from './cache/controller.ts'
export { createInformer, type Informer, type InformerOptions } from './cache/create-informer.ts'
export {
  checkDataConsistency,
  type DataConsistencyCheck,
  type DataConsistencyOptions,
  DataInconsistencyError,
} from './cache/data-consistency.ts'
export { type DeletedObject, deletedObject } from './cache/deleted-object.ts'
export { DeltaFIFO, type DeltaFIFOOptions } from './cache/delta-fifo.ts'
export type { DoneChecker } from './cache/done-checker.ts'
export type { HandlerOptions, HandlerRegistration, ResourceEventHandler } from './cache/event-handler.ts'
export {
  ExpirationCache,
  type ExpirationCacheOptions,
  type ExpirationPolicy,
  type TimestampedEntry,
  ttlPolicy,
} from './cache/expiration-cache.ts'
export { FIFO, type FIFOOptions } from './cache/fifo.ts'
export { type FilteringOptions, filteringResourceEventHandler } from './cache/filtering-handler.ts'
export { handlerName } from './cache/handler-name.ts'
export { Heap, type HeapOptions } from './cache/heap.ts'
export {
  byPath,
  type Indexers,
  type IndexFunction,
  indexFunctionToKeyFunction,
  metaNamespaceIndex,
  NAMESPACE_INDEX,
  readsThroughAccess,
} from './cache/index-function.ts'
export { Indexer, type IndexerOptions } from './cache/indexer.ts'
export {
  type GaugeMetric,
  type HistogramMetric,
  InformerMetrics,
  type InformerMetricsOptions,
  type InformerMetricsProvider,
  type ResourceVersionMetric,
} from './cache/informer-metrics.ts'
export { type InformerIdentity, InformerName } from './cache/informer-name.ts'
export type { SharedIndexInformerOptions } from './cache/informer-options.ts'
export type { InformerCounters, InformerFailure, InformerStatus } from './cache/informer-status.ts'
export type { LateMarker } from './cache/late-marker.ts'
export { Lazy } from './cache/lazy.ts'
export {
  type ListPageFunction,
  ListPager,
  type ListPagerOptions,
  type PagedList,
} from './cache/list-pager.ts'
export { Lister, type ListerOptions, type NamespaceLister } from './cache/lister.ts'
export { MutationCache, type MutationCacheOptions } from './cache/mutation-cache.ts'
export {
  createMutationDetector,
  type MutationDetector,
  type MutationDetectorOptions,
  MutationError,
} from './cache/mutation-detector.ts'
export { type HandlerTarget, processDeltas, processDeltasInBatch } from './cache/process-with-handler.ts'
export type { Delta, KnownObjects, PopProcess, Queue, ReflectorStore } from './cache/queue.ts'
export type { ObjectKeyFunction, QueueItem } from './cache/queue-key.ts'
export { RealFIFO, type RealFIFOOptions } from './cache/real-fifo.ts'
export { Reflector } from './cache/reflector.ts'
export type { ReflectorObserver } from './cache/reflector-observer.ts'
export type { ReflectorOptions } from './cache/reflector-options.ts'
export { SharedIndexInformer } from './cache/shared-index-informer.ts'
export {
  type GenericInformer,
  type InformerDefaults,
  SharedInformerFactory,
  type SharedInformerFactoryOptions,
} from './cache/shared-informer-factory.ts'
export { SingleFileTracker } from './cache/single-file-tracker.ts'
export type { Store, StoreKeyFunction, StoreTransaction } from './cache/store.ts'
export { UndeltaStore, type UndeltaStoreOptions } from './cache/undelta-store.ts'
export { SyncError, SyncResult, type WaitOptions, waitFor, waitForCacheSync } from './cache/wait-for.ts'
export {
  doesClientNotSupportWatchListSemantics,
  prepareWatchListOptionsFromListOptions,
} from './cache/watch-list-options.ts'
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
