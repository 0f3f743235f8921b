export { type CacheFromOptions, cacheFrom, type UpstreamCache } from './cache-from.ts'
export { OutOfOrderError } from './cache-state.ts'
export { CachedObject, type Fields } from './cached-object.ts'
export { Cacher, type CacherOptions } from './cacher.ts'
export type { CacherSource, SourceList, SourceListOptions } from './cacher-source.ts'
export { ConsistencyCheck, type ConsistencyCheckOptions } from './consistency.ts'
export {
  type ContinueToken,
  type ContinueTokenParts,
  decodeContinue,
  encodeContinue,
} from './continue-token.ts'
export {
  BookmarkDelivery,
  type Delivery,
  ErrorDelivery,
  INITIAL_EVENTS_END,
  ObjectDelivery,
  type TypeOfObjects,
  toWatchEvent,
} from './delivery.ts'
export { type Bytes, Encodable, type Encoded, type Encoder } from './encodable.ts'
// The HTTP side.
export { bodyStream } from './http/body-stream.ts'
export { type CacherHandlerOptions, createCacherHandler } from './http/cacher-handler.ts'
export { concat, encodeJson, encodeText } from './http/encode.ts'
export { escapeJson } from './http/escape.ts'
export { itemBody } from './http/item-body.ts'
export { type ListForm, type ListPage, listBody } from './http/list-body.ts'
export { asksForWatch, parseListQuery, type QueryFeatures } from './http/list-query.ts'
export { type Negotiated, negotiate } from './http/negotiate.ts'
export { prettyResponse, wantsPretty } from './http/pretty.ts'
export type { ReadCall, ReadScope } from './http/read-call.ts'
export type { Reads } from './http/reads.ts'
export { type BodyObserver, ResourceReads, type ResourceReadsOptions } from './http/resource-reads.ts'
export { deletedStatus, jsonResponse, statusResponse, textResponse, valueResponse } from './http/respond.ts'
export { fieldAt, fieldsOf } from './http/selection.ts'
export type { ServedKind, TableColumn } from './http/served-kind.ts'
export { type IncludeObject, includeObjectOf } from './http/tables.ts'
export type { CacherGetOptions, CacherList, CacherListOptions, CacherWatchOptions, View } from './requests.ts'
export { requestedRevision } from './revision.ts'
export type { CacherWatch } from './watch.ts'
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
  notAcceptable,
  notFound,
  notReady,
  tooLargeResourceVersion,
  tooOldResourceVersion,
} from './status-errors.ts'
export { type FieldError, invalid } from './invalid.ts'
