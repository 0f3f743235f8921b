export type {
  DurableContext,
  DurableId,
  DurableNamespace,
  DurableStorage,
  DurableWebSocket,
  DurableWebSockets,
} from './durable-object.ts'
export {
  DurableInformers,
  type DurableInformersOptions,
  durableInformers,
} from './informers/durable-informers.ts'
export type { DurableResource } from './informers/durable-resource.ts'
export type { DurableValues, RelayContext } from './relay-context.ts'
export { RelayObject } from './relay-object.ts'
export type { RelayObjectOptions, RelayObjectResource, SleepOptions } from './relay-object-options.ts'
export { type RelayRoutes, routeToRelay, stopRelay } from './route-to-relay.ts'
