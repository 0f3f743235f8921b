export { type BodyStore, createMemoryBodyStore } from './body-store.ts'
export { type CacheFromOptions, cacheFrom, type UpstreamCache } from './cache-from.ts'
export { OutOfOrderError } from './cache-state.ts'
export type { CachedItem } from './cached-item.ts'
export { CachedObject, type Fields } from './cached-object.ts'
export type { CachedRow } from './cached-row.ts'
export { Cacher, type CacherOptions } from './cacher.ts'
export type { CacherSource, SourceList, SourceListOptions } from './cacher-source.ts'
export {
  BookmarkDelivery,
  type Delivery,
  ErrorDelivery,
  ObjectDelivery,
  type TypeOfObjects,
  toWatchEvent,
} from './delivery.ts'
export { type CacherHandlerOptions, createCacherHandler } from './http/cacher-handler.ts'
export type { ServedKind, TableColumn } from './http/served-kind.ts'
export { LazyObject } from './lazy-object.ts'
export { QueueBudget, type QueueBudgetOptions } from './queue-budget.ts'
export type { CacherGetOptions, CacherList, CacherListOptions, CacherWatchOptions, View } from './requests.ts'
export type { StateLog, StoredEvent, StoredRow, StoredState, TextPage } from './stored-state.ts'
export type { CacherWatch } from './watch.ts'
