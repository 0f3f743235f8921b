export type { CacherSource, SourceList, SourceListOptions } from './api/cacher-source.ts'
export type { Bytes } from './api/encodable.ts'
export { escapeJson } from './api/escape.ts'
export { type FieldError, invalid } from './api/invalid.ts'
export { requestedRevision } from './api/revision.ts'
export type { ServedKind } from './api/served-kind.ts'
export {
  badRequest,
  continueExpired,
  detailsOf,
  expired,
  type Failure,
  failure,
  internalError,
  listExpired,
  methodNotAllowed,
  notFound,
  notReady,
  tooLargeResourceVersion,
  tooOldResourceVersion,
  unauthorized,
} from './api/status-errors.ts'
export { Cacher, type CacherOptions } from './cacher.ts'
export { OutOfOrderError } from './history/cache-state.ts'
export type { CachedItem } from './items/cached-item.ts'
export { CachedObject, type Fields } from './items/cached-object.ts'
export type { CachedRow } from './items/cached-row.ts'
export { LazyObject } from './items/lazy-object.ts'
export { createMemoryBodyStore } from './items/memory-body-store.ts'
export { decodeContinue, encodeContinue } from './reads/continue-token.ts'
export type {
  CacherGetOptions,
  CacherList,
  CacherListOptions,
  CacherWatchOptions,
  View,
} from './requests/requests.ts'
export { type CacheFromOptions, cacheFrom, type UpstreamCache } from './upstream/cache-from.ts'
export {
  BookmarkDelivery,
  type Delivery,
  ErrorDelivery,
  ObjectDelivery,
  type TypeOfObjects,
  toWatchEvent,
} from './watch/delivery.ts'
export { QueueBudget, type QueueBudgetOptions } from './watch/queue-budget.ts'
export { type CacherWatch, callReadable, type ReadableListener } from './watch/watch.ts'
