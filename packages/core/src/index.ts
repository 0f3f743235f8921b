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
  UsageError,
} from './api/errors.ts'
export {
  DeletedFinalStateUnknown,
  deletionHandlingMetaNamespaceKey,
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
  resourcePath,
} from './api/resource.ts'
export { compareResourceVersions } from './api/resource-version.ts'
export {
  type FieldMatcher,
  type LabelMatcher,
  parseFieldSelector,
  parseLabelSelector,
} from './api/selectors.ts'
export { Backoff, type BackoffOptions } from './cache/backoff.ts'
export { DeltaFIFO, type DeltaFIFOOptions } from './cache/delta-fifo.ts'
export type { HandlerOptions, HandlerRegistration, ResourceEventHandler } from './cache/event-handler.ts'
export {
  byPath,
  type Indexers,
  type IndexFunction,
  metaNamespaceIndex,
  NAMESPACE_INDEX,
  readsThroughAccess,
} from './cache/index-function.ts'
export { Indexer, type IndexerOptions, type StoreKeyFunction } from './cache/indexer.ts'
export type { InformerCounters, InformerFailure, InformerStatus } from './cache/informer-status.ts'
export { Lister, type ListerOptions, type NamespaceLister } from './cache/lister.ts'
export type { Delta, KnownObjects, PopProcess, Queue, ReflectorStore } from './cache/queue.ts'
export { RealFIFO, type RealFIFOOptions } from './cache/real-fifo.ts'
export { Reflector, type ReflectorOptions } from './cache/reflector.ts'
export type { ReflectorObserver } from './cache/reflector-observer.ts'
export {
  SharedIndexInformer,
  type SharedIndexInformerOptions,
} from './cache/shared-index-informer.ts'
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
export { type Row, type RowBody, readMetadata, readObject, rowAccess } from './row/row.ts'
