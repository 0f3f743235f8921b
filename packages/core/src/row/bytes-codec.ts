import { UsageError } from '../api/errors.ts'
import type { PathSegments } from '../api/path.ts'
import type { PathNode } from './path-tree.ts'
import type { PathVisitor } from './path-visitor.ts'

/** Reads bodies that are bytes: Kubernetes protobuf. */
export interface BytesCodec {
  /** Throws a ProtocolError when the body is broken, as the others do. */
  decode(body: Uint8Array): unknown
  readPath(body: Uint8Array, path: PathSegments): unknown
  /** Visits the values at the paths of a tree; see {@link PathVisitor}. */
  visit(body: Uint8Array, paths: PathNode, visitor: PathVisitor): void
}

let loaded: BytesCodec | undefined

/** Called by the codec's module: it is large, and only loaded where a server sends protobuf. */
export function setBytesCodec(codec: BytesCodec): void {
  loaded = codec
}

/** The codec. What makes or receives rows of bytes loads it before they are read; otherwise this throws a UsageError. */
export function bytesCodec(): BytesCodec {
  if (!loaded)
    throw new UsageError(
      'this row is protobuf: call `await loadProtobuf()` before rows from elsewhere are read',
    )
  return loaded
}
