export {
  type AccessObserver,
  type AccessRequest,
  type AccessState,
  type AccessVerb,
  type CustomVerb,
  customVerb,
} from './api/access.ts'
export type { Broadcast, OpenBroadcast } from './api/broadcast.ts'
export type {
  Connection,
  ConnectionOptions,
  ConnectionStatus,
  EnsureOptions,
  SliceObserver,
  StoragePersistence,
} from './api/connection.ts'
export type { ConnectionClient, CreatedObject } from './api/connection-client.ts'
export { createQueries, type ObjectQuery, type Queries } from './api/create-queries.ts'
export type { WatchScope } from './api/definition.ts'
export {
  defineInformers,
  type InformerDefinition,
  type InformerDefinitions,
  type ResourceName,
} from './api/definition.ts'
export type { DiscoveryState, DiscoveryStore } from './api/discovery.ts'
export type {
  ComparedAs,
  Condition,
  JsonValue,
  PredicateCall,
  PredicateReference,
  Where,
} from './api/expression.ts'
export type { FrameScheduler } from './api/frame-scheduler.ts'
export type { HostKind } from './api/host-kind.ts'
export { informer, type NamedInformer } from './api/informer.ts'
export type { KindReference, KindSchema } from './api/kind-schema.ts'
export type {
  Mutation,
  MutationOf,
  MutationResponse,
  MutationTarget,
  ObjectChange,
  ObjectWrite,
  WaitCondition,
} from './api/mutation.ts'
export type {
  ComparatorOf,
  ComparedByMembers,
  IndexOf,
  PathOf,
  PredicateOf,
  ResourceReference,
  RowOf,
  SelectableFieldOf,
  ShownOf,
  SortOf,
  SubresourceOf,
  TablePath,
} from './api/names.ts'
export type {
  NamespacesSource,
  PermittedNamespacesObserver,
  PermittedNamespacesRequest,
  PermittedNamespacesState,
} from './api/permitted-namespaces.ts'
export type {
  IndexValuesQueryOptions,
  ObjectQueryOptions,
  QueryOptions,
  TableQueryOptions,
} from './api/query-options.ts'
export type {
  RelatedFailure,
  RelatedNode,
  RelatedObject,
  RelatedObserver,
  RelatedOptions,
  RelatedRoot,
  RelatedState,
  RelatedStatus,
} from './api/related.ts'
export type { HydratedSlice, SliceSnapshot } from './api/slice-snapshot.ts'
export type { StorageStatus } from './api/storage-status.ts'
export {
  type AnchorWindow,
  type LocationOptions,
  type OffsetWindow,
  type Scope,
  type Slice,
  type SliceFilter,
  type SliceForm,
  type SliceGroup,
  type SliceSort,
  type SliceSorts,
  type SliceState,
  type SliceTarget,
  type SliceWindow,
  type SortType,
  type Subscription,
  subscriptionKey,
} from './api/subscription.ts'
export { type ConnectInformersOptions, connectInformers } from './page/connect-informers.ts'
