export type { Client, ObjectReadOptions, Reader, ReadListOptions, ReadOptions, Writer } from './api/client.ts'
export { type ConsoleLike, type ConsoleLoggerOptions, consoleLogger } from './api/console-logger.ts'
export type { MergePatch } from './api/create-merge-patch.ts'
export { type Draft, draftOf } from './api/draft.ts'
export type { EventHandler } from './api/event-handler.ts'
export type { LogFields, Logger } from './api/logger.ts'
export type {
  ClientMetrics,
  ControllerMetrics,
  LeaderElectionMetrics,
  ManagerMetrics,
  ReconcileOutcome,
} from './api/metrics.ts'
export type { CreateEvent, DeleteEvent, GenericEvent, ObjectEvent, UpdateEvent } from './api/object-event.ts'
export type { ObjectReference } from './api/object-reference.ts'
export type { Predicate } from './api/predicate.ts'
export type {
  EventOptions,
  EventRecorder,
  ReconcileContext,
  ReconcileResult,
  Reconciler,
} from './api/reconciler.ts'
export { type Request, type RequestLike, requestKey, requestOf } from './api/request.ts'
export type { EnqueueOptions, RequestQueue } from './api/request-queue.ts'
export type { Runnable, RunnableGroupName } from './api/runnable.ts'
export { silentLogger } from './api/silent-logger.ts'
export type { Source, SourceContext } from './api/source.ts'
export type { Cache } from './client/cache.ts'
export { CacheError } from './client/cache-error.ts'
export type {
  CacheNamespaces,
  CacheOptions,
  CacheScope,
  ResourceCacheOptions,
} from './client/cache-options.ts'
export {
  dryRunClient,
  fieldOwnerClient,
  fieldValidationClient,
} from './client/client-wrappers.ts'
export { createCache } from './client/create-cache.ts'
export { type ClientOptions, createClient } from './client/create-client.ts'
export type { FieldValues } from './client/field-index.ts'
export type { KindInformer, KindInformerPart } from './client/kind-informer.ts'
export { type MergeFromOptions, mergeFrom } from './client/merge-from.ts'
export { type MetadataDefinition, metadataOnly } from './client/metadata-only.ts'
export { namespacedClient } from './client/namespaced-client.ts'
export { Controller } from './controller/controller.ts'
export type {
  ControllerDefaults,
  ControllerOptions,
  ControllerSettings,
} from './controller/controller-options.ts'
export type { DebounceOptions } from './controller/debouncer.ts'
export type { NewQueue, NewQueueOptions } from './controller/new-queue.ts'
export { type PassResult, ReconcilePass, type ReconcilePassOptions } from './controller/reconcile-pass.ts'
export type {
  PrioritizedRequest,
  PriorityRequestQueue,
  ReconcileQueue,
} from './controller/reconcile-queue.ts'
export { isTerminalError, TerminalError } from './controller/terminal-error.ts'
export { createCoreEventRecorder } from './events/core-event-recorder.ts'
export { createEventRecorder } from './events/event-recorder.ts'
export type {
  CoreEventRecorderOptions,
  EventRecorderOptions,
  StoppableEventRecorder,
} from './events/recorder-options.ts'
export type { EnqueueRequestForOwnerOptions } from './handlers/enqueue-request-for-owner.ts'
export type { MapFunction } from './handlers/enqueue-requests-from-map.ts'
export type { EventHandlerFuncs } from './handlers/event-handler-funcs.ts'
// biome-ignore lint/performance/noReExportAll: a namespace, of which a bundle contains what is used
export * as handlers from './handlers/index.ts'
export { AlreadyOwnedError } from './helpers/already-owned-error.ts'
export {
  findStatusCondition,
  hasStatusCondition,
  isStatusConditionFalse,
  isStatusConditionTrue,
  type NewCondition,
  removeStatusCondition,
  type SetStatusConditionOptions,
  setStatusCondition,
  type WithConditions,
  type WritableConditions,
} from './helpers/conditions.ts'
export { type CreateOrPatchOptions, createOrPatch } from './helpers/create-or-patch.ts'
export { createOrUpdate } from './helpers/create-or-update.ts'
export { type FinalizeResult, type Finalizer, Finalizers } from './helpers/finalizer-registry.ts'
export { addFinalizer, hasFinalizer, removeFinalizer } from './helpers/finalizers.ts'
export type { Mutate, Operation, OperationResult } from './helpers/mutate.ts'
export {
  controllerOf,
  hasControllerReference,
  hasOwnerReference,
  isControlledBy,
  type OwnerReferenceOptions,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './helpers/owner-references.ts'
export { type FinalizerStep, type FinalizerSteps, withFinalizer } from './helpers/with-finalizer.ts'
export type { WritableObject } from './helpers/writable.ts'
export { LeaseLostError } from './leader-election/lease-lost-error.ts'
export { asReconciler, type ObjectReconciler } from './manager/as-reconciler.ts'
export type { BuilderOptions } from './manager/builder-options.ts'
export type {
  ControllerBuilder,
  HandlerWatch,
  OwnsOptions,
  ResourceControllerBuilder,
  WatchesOptions,
} from './manager/controller-builder.ts'
export { createManager } from './manager/create-manager.ts'
export { GracePeriodError } from './manager/grace-period-error.ts'
export type { HealthChecks, HealthChecksOptions } from './manager/health-checks.ts'
export type { HealthCheck } from './manager/health-endpoint.ts'
export type { LeaderElectionOptions } from './manager/leader-election-options.ts'
export type { Manager } from './manager/manager.ts'
export type { ManagerOptions } from './manager/manager-options.ts'
export type { Stored } from './manager/stored.ts'
// biome-ignore lint/performance/noReExportAll: as handlers
export * as predicates from './predicates/index.ts'
export type { PredicateFuncs } from './predicates/predicate-funcs.ts'
export type { ChannelSourceOptions } from './sources/channel-source.ts'
export type { EventChannel } from './sources/event-channel.ts'
export type { EventInformer } from './sources/event-informer.ts'
export type { SourceFunction } from './sources/function-source.ts'
// biome-ignore lint/performance/noReExportAll: as handlers
export * as sources from './sources/index.ts'
export type { InformerSourceOptions } from './sources/informer-source.ts'
export type { InformerProvider, KindSourceOptions } from './sources/kind-source.ts'
