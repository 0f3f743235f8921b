export { type Clock, type Fetch, type Random, sleep, systemClock, type TimerHandle } from './api/clock.ts'
export {
  ConnectionError,
  hasStatusCause,
  InformerError,
  isAbort,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isStoreReadError,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  KeyError,
  ProtocolError,
  StatusError,
  statusCause,
  suggestsClientDelay,
  TransactionError,
  UsageError,
} from './api/errors.ts'
export {
  escapeFieldValue,
  type FieldRequirement,
  type FieldSelector,
  fieldSelectorRequirements,
  fieldSelectorText,
  formatFieldRequirements,
  parseFieldRequirements,
} from './api/field-selector.ts'
export {
  DeletedFinalStateUnknown,
  deletionHandlingMetaNamespaceKey,
  joinMetaNamespaceKey,
  type KeyFunction,
  metaNamespaceKey,
  splitMetaNamespaceKey,
} from './api/keys.ts'
export {
  formatLabelRequirements,
  type LabelOperator,
  type LabelRequirement,
  parseLabelRequirements,
} from './api/label-requirements.ts'
export {
  type LabelSelector,
  type LabelSelectorRequirement,
  labelSelectorRequirements,
  labelSelectorText,
} from './api/label-selector.ts'
export type { GrantedLock, LockManager, LockRequestOptions } from './api/lock-manager.ts'
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
export type { PageLifecycle, PageLifecycleChange } from './api/page-lifecycle.ts'
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
  DEFAULT_BACKOFF,
  DEFAULT_RETRY,
  onError,
  type RetryBackoff,
  type RetryOptions,
  retryOnConflict,
} from './api/retry.ts'
export {
  type FieldMatcher,
  fieldMatcher,
  type LabelMatcher,
  labelMatcher,
  matchEverything,
  matchLabelRequirements,
  matchNothing,
  parseFieldSelector,
  parseLabelSelector,
} from './api/selectors.ts'
export type { SaveOutcome, Snapshot, SnapshotChange, SnapshotStore } from './api/snapshot-store.ts'
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
export { type ExchangeAll, Indexer, type IndexerOptions } from './cache/store/indexer.ts'
export { Lister, type ListerOptions, type NamespaceLister } from './cache/store/lister.ts'
export { MutationCache, type MutationCacheOptions } from './cache/store/mutation-cache.ts'
export type { Store, StoreKeyFunction, StoreTransaction } from './cache/store/store.ts'
export { UndeltaStore, type UndeltaStoreOptions } from './cache/store/undelta-store.ts'
export { AsyncTracker } from './cache/sync/async-tracker.ts'
export type { DoneChecker } from './cache/sync/done-checker.ts'
export { Lazy } from './cache/sync/lazy.ts'
export { SingleFileTracker } from './cache/sync/single-file-tracker.ts'
export { SyncError, SyncResult, type WaitOptions, waitFor, waitForCacheSync } from './cache/sync/wait-for.ts'
export type { LeaseOptions } from './client/connection-budget.ts'
export type { ItemDecoder } from './client/item-decoder.ts'
export {
  type CollectionOptions,
  createKubeClient,
  type KubeClient,
  type KubeClientOptions,
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
export type { ObjectVerbs } from './client/object-verbs.ts'
export type { WatchOpener } from './client/open-watch.ts'
export { getMetadata, listMetadata, type PartialObjectMetadata } from './client/partial-object-metadata.ts'
export { type PodLogOptions, podLogs } from './client/pod-logs.ts'
export { readLines } from './client/read-lines.ts'
export type { RequestQuery } from './client/request-url.ts'
export {
  type IncludeObject,
  listTable,
  type RowObject,
  type Table,
  type TableColumn,
  type TableOptions,
  type TableRow,
} from './client/table.ts'
export type { GetToken } from './client/token-source.ts'
export type { KubeRequest, RequestRetry, Transport, TransportOptions } from './client/transport.ts'
export {
  type ApplyConfiguration,
  type ApplyOptions,
  type CallOptions,
  type CollectionDeletion,
  type DeleteCollectionOptions,
  type DeleteOptions,
  type Deletion,
  type GetOptions,
  type ItemLocation,
  isStatus,
  type ObjectWriteOptions,
  type PatchOptions,
  type PatchType,
  type Scale,
  type SubresourceObject,
  type WriteOptions,
} from './client/verb-options.ts'
export { distinctWarnings, type WarningHandler } from './client/warnings.ts'
export type {
  OpenWatchOptions,
  WatchTransport,
  WatchTransportOptions,
  WatchTransports,
} from './client/watch-transports.ts'
export {
  type WebSocketConstructor,
  type WebSocketWatchOptions,
  webSocketWatch,
} from './client/websocket-watch.ts'
export { encodeRow } from './row/encode-row.ts'
export { type Row, type RowBody, readMetadata, readObject, rowAccess } from './row/row.ts'
