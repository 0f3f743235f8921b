export type { Broadcast, OpenBroadcast } from './broadcast.ts'
export type {
  Connection,
  ConnectionOptions,
  ConnectionStatus,
  IndexName,
  ObjectOf,
  ResourceName,
  SliceObserver,
  StoragePersistence,
} from './connection.ts'
export type { ConnectionClient, ResourceReference } from './connection-client.ts'
export { defineInformers, type InformerDefinition, type InformerDefinitions } from './definition.ts'
export type { HostKind } from './lines/host-line.ts'
export { type ConnectInformersOptions, connectInformers } from './page/connect-informers.ts'
export { documentLifecycle } from './page/document-lifecycle.ts'
export type { FrameScheduler } from './page/frame-scheduler.ts'
export { INITIAL_STATE as INITIAL_SLICE_STATE } from './page/replica.ts'
export { PROTOCOL_VERSION } from './protocol.ts'
export type { StorageStatus } from './storage-status.ts'
export {
  type Scope,
  type Slice,
  type SliceFilter,
  type SliceGroup,
  type SliceSort,
  type SliceState,
  type SliceTarget,
  type SliceWindow,
  type Subscription,
  subscriptionKey,
} from './subscription.ts'
