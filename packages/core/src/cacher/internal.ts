// Internals for @kube-informer/apiserver and relay. Not part of the public API: any release may change or remove them.

export { readProtobuf } from '../protobuf/read-protobuf.ts'
export { loadProtobufEncoder, type ProtobufEncoder } from '../protobuf/write-protobuf.ts'
export { decodeContinue, encodeContinue } from './continue-token.ts'
export { INITIAL_EVENTS_END } from './delivery.ts'
export type { Bytes } from './encodable.ts'
export { escapeJson } from './escape.ts'
export { bodyStream } from './http/body-stream.ts'
export { concat, encodeText } from './http/encode.ts'
export { itemBody } from './http/item-body.ts'
export { isLegacyWatch } from './http/legacy-watch.ts'
export { type ListForm, type ListPage, listBody } from './http/list-body.ts'
export { asksForWatch, parseListQuery, type QueryFeatures } from './http/list-query.ts'
export { jsonInsteadOfProtobuf, type Negotiated, negotiate } from './http/negotiate.ts'
export { prettyResponse, wantsPretty } from './http/pretty.ts'
export type { ReadCall } from './http/read-call.ts'
export type { Reads } from './http/reads.ts'
export { type BodyObserver, ResourceReads } from './http/resource-reads.ts'
export { deletedStatus, jsonResponse, statusResponse, textResponse, valueResponse } from './http/respond.ts'
export { fieldsOf } from './http/selection.ts'
export { isStraightPath } from './http/straight-path.ts'
export { includeObjectOf } from './http/tables.ts'
export { pushedBody } from './http/watch-body.ts'
export { type FieldError, invalid } from './invalid.ts'
export { requestedRevision } from './revision.ts'
export {
  asksForWebSocket,
  asksForWebSocketWatch,
  handshakeError,
  subprotocolsOf,
} from './sockets/handshake.ts'
export { MAX_BUFFERED_BYTES, sendFrames, untilDrained } from './sockets/send-frames.ts'
export { SentBytes, type SentSocket } from './sockets/sent-bytes.ts'
export type { ServerWebSocket } from './sockets/server-web-socket.ts'
export { readSubprotocols } from './sockets/subprotocols.ts'
export { type WatchMessage, watchMessages } from './sockets/watch-messages.ts'
export { type Upgrade, webSocketWatches } from './sockets/web-socket-watches.ts'
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
  unauthorized,
} from './status-errors.ts'
export { callReadable, type ReadableListener } from './watch.ts'
