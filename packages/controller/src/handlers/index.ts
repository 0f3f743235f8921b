// controller-runtime's package handler: `handlers.enqueueRequestForObject`.
export { LOW_PRIORITY } from '../api/request-queue.ts'
export { enqueueRequestForObject } from './enqueue-request-for-object.ts'
export {
  type EnqueueRequestForOwnerOptions,
  enqueueRequestForOwner,
} from './enqueue-request-for-owner.ts'
export { enqueueRequestsFromMap, type MapFunction } from './enqueue-requests-from-map.ts'
export { type EventHandlerFuncs, eventHandlerFuncs } from './event-handler-funcs.ts'
export { withLowPriorityWhenUnchanged } from './priority.ts'
