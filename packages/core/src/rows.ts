// Rows: to read values without decoding the object, and to store and send the bodies as they are.

export type { PathScalar } from './api/path-step.ts'
export { readsThroughAccess } from './cache/store/index-function.ts'
export { trimmedRow } from './client/decoding/trimmed-row.ts'
export type { DecoderOptions } from './json/wanted-paths.ts'
export { protobufGroups } from './row/bytes-codec.ts'
export type { RowIdentity } from './row/create-row.ts'
export { createRow } from './row/create-row.ts'
export type { PathValue, PathVisitor } from './row/path-visitor.ts'
export { contentOf, hasBytes } from './row/read-body.ts'
export { ValueReader } from './row/value-reader.ts'
