export type {
  Connection,
  ConnectionClient,
  ConnectionOptions,
  ConnectionStatus,
  DeleteOptions,
  IndexName,
  ObjectOf,
  ResourceName,
  ResourceReference,
  SliceObserver,
} from './connection.ts'
export { defineInformers, type InformerDefinition, type InformerDefinitions } from './definition.ts'
export { type ConnectInformersOptions, connectInformers } from './page/connect-informers.ts'
export { documentLifecycle } from './page/document-lifecycle.ts'
export type { FrameScheduler } from './page/frame-scheduler.ts'
export { INITIAL_STATE as INITIAL_SLICE_STATE } from './page/replica.ts'
export { PROTOCOL_VERSION } from './protocol.ts'
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
