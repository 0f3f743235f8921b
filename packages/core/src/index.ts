export { type Clock, type Fetch, type Random, sleep, systemClock, type TimerHandle } from './api/clock.ts'
export {
  ConnectionError,
  InformerError,
  isAbort,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isNotFound,
  isResourceExpired,
  isServiceUnavailable,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedServerError,
  isUnservedPath,
  KeyError,
  ProtocolError,
  StatusError,
  type StatusErrorWith,
  type StatusPredicate,
  statusErrorOf,
  UsageError,
} from './api/errors.ts'
export { type FieldPath, type MemberPath, type UncheckedPath, uncheckedPath } from './api/field-path.ts'
export type { FieldTerm } from './api/field-selector.ts'
export { type FieldSelector, fieldSelectorText } from './api/field-selector.ts'
export { type Freshness, type FreshnessSource, freshnessOf } from './api/freshness.ts'
export { holdsCredentials } from './api/holds-credentials.ts'
export { DeletedFinalStateUnknown, metaNamespaceKey, splitMetaNamespaceKey } from './api/keys.ts'
export {
  type LabelSelector,
  type LabelSelectorOption,
  type LabelSelectorRequirement,
  labelSelectorText,
} from './api/label-selector.ts'
export type {
  HeldHeaders,
  ListContext,
  ListerWatcher,
  ListOptions,
  ListProgress,
  WatchContext,
  WatchListCapability,
  WatchOptions,
} from './api/lister-watcher.ts'
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
export {
  type ObjectName,
  type ObjectNameParts,
  objectNameParts,
  resolveObjectName,
} from './api/object-name.ts'
export type { PageLifecycle, PageLifecycleChange } from './api/page-lifecycle.ts'
export type { RequestRetry } from './api/request-retry.ts'
export {
  apiVersionOf,
  type ClusterResource,
  defineResource,
  describeLocation,
  groupResource,
  type NamespacedResource,
  type ResourceDefinition,
  type ResourceLocation,
  resourceName,
  resourcePath,
} from './api/resource.ts'
export { compareResourceVersions } from './api/resource-version.ts'
export { type RetryBackoff, type RetryOptions, retryOnConflict } from './api/retry.ts'
export type { Row, RowBody } from './api/row.ts'
export { type LabelMatcher, labelMatcher, parseFieldSelector, parseLabelSelector } from './api/selectors.ts'
export type { SaveOutcome, Snapshot, SnapshotChange, SnapshotStore } from './api/snapshot-store.ts'
export type {
  HandlerOptions,
  HandlerRegistration,
  Notification,
  ResourceEventHandler,
} from './cache/handlers/event-handler.ts'
export type { CacheChange } from './cache/informer/cache-change.ts'
export type { SharedIndexInformerOptions } from './cache/informer/informer-options.ts'
export type { InformerCounters, InformerStatus } from './cache/informer/informer-status.ts'
export { SharedIndexInformer } from './cache/informer/shared-index-informer.ts'
export {
  type GenericInformer,
  type InformerDefaults,
  SharedInformerFactory,
  type SharedInformerFactoryOptions,
} from './cache/informer/shared-informer-factory.ts'
export type { ReconnectOptions } from './cache/reflector/reconnect-bus.ts'
export { Reflector } from './cache/reflector/reflector.ts'
export type { ReflectorOptions } from './cache/reflector/reflector-options.ts'
export {
  byPath,
  type Indexers,
  type IndexFunction,
  metaNamespaceIndex,
  NAMESPACE_INDEX,
} from './cache/store/index-function.ts'
export type { ExchangeAll } from './cache/store/indexer.ts'
export { Indexer, type IndexerOptions } from './cache/store/indexer.ts'
export {
  type ClusterLister,
  Lister,
  type ListerOptions,
  type NamespacedLister,
  type NamespaceLister,
} from './cache/store/lister.ts'
export { configIndex, nodeIndex, ownerIndex } from './cache/store/relation-indexes.ts'
export { selectorIndex, selectorValues, selectsLabels } from './cache/store/selector-index.ts'
export type { DoneChecker } from './cache/sync/done-checker.ts'
export { SyncError, SyncResult, waitFor } from './cache/sync/wait-for.ts'
export type { CollectionSource } from './client/collections/collection-source.ts'
export {
  createKubeClient,
  type InformerClient,
  type KubeClient,
  type KubeClientOptions,
} from './client/kube-client.ts'
export { createListWatch, type ListWatchOptions } from './client/list-watch.ts'
export type { ObjectVerbs } from './client/object-verbs.ts'
export { getMetadata, listMetadata, type PartialObjectMetadata } from './client/partial-object-metadata.ts'
export { type PodLogOptions, podLogs } from './client/pod-logs.ts'
export { readLines } from './client/read-lines.ts'
export type { IncludeObject } from './client/tables/table.ts'
export {
  listTable,
  type RowObject,
  type Table,
  type TableColumn,
  type TableOptions,
  type TableRow,
} from './client/tables/table.ts'
export {
  createTableListWatch,
  type TableListerWatcher,
  type TableListWatchOptions,
} from './client/tables/table-list-watch.ts'
export type { TableObject, TableRowCondition } from './client/tables/table-object.ts'
export type { GetToken } from './client/transport/token-source.ts'
export type { KubeRequest } from './client/transport/transport.ts'
export type { WarningHandler } from './client/transport/warnings.ts'
export {
  type ApplyConfiguration,
  type ApplyOptions,
  type CallOptions,
  type CollectionDeletion,
  type DeleteCollectionOptions,
  type DeleteOptions,
  type Deletion,
  type GetOptions,
  isStatus,
  type ObjectWriteOptions,
  type PatchOptions,
  type PatchType,
  type Scale,
  type SubresourceObject,
  type WriteOptions,
} from './client/verb-options.ts'
export type { WatchTransport } from './client/watches/watch-transports.ts'
export type { WebSocketConstructor } from './client/watches/websocket-watch.ts'
export { type WebSocketWatchOptions, webSocketWatch } from './client/watches/websocket-watch.ts'
export { type LoadProtobufOptions, loadProtobuf } from './protobuf/load-protobuf.ts'
export type { ProtobufGroups } from './row/bytes-codec.ts'
export { encodeRow } from './row/encode-row.ts'
export { readMetadata, readObject, rowAccess } from './row/read-row.ts'
