import { UsageError } from '../api/errors.ts'
import type { PathSegments } from '../api/path.ts'
import type { Row } from '../api/row.ts'
import type { PathNode } from './path-tree.ts'
import type { PathVisitor } from './path-visitor.ts'

/** The groups whose kinds can be read: the core group and apps, or all of Kubernetes. */
export type ProtobufGroups = 'common' | 'all'

/** Reads bodies that are bytes: Kubernetes protobuf. */
export interface BytesCodec {
  readonly groups: ProtobufGroups
  /** Throws a ProtocolError when the body is broken, as the others do. */
  decode(body: Uint8Array): unknown
  readPath(body: Uint8Array, path: PathSegments): unknown
  /** Visits the values at the paths of a tree; see {@link PathVisitor}. */
  visit(body: Uint8Array, paths: PathNode, visitor: PathVisitor): void
  /** Copies the bodies of rows that keep more memory than they use. */
  repack(rows: readonly Row<unknown>[]): void
}

let loaded: BytesCodec | undefined

/** Called by the codec's module: it is large, and only loaded where a server sends protobuf. */
export function setBytesCodec(codec: BytesCodec): void {
  loaded = codec
}

/** The groups whose rows of bytes may occur here. */
export const protobufGroups = (): ProtobufGroups => loaded?.groups ?? 'all'

/** The codec. It is loaded before rows of bytes are made or received; otherwise this throws a UsageError. */
export function bytesCodec(): BytesCodec {
  if (!loaded) throw new UsageError('this row is protobuf: call `await loadProtobuf()` first')
  return loaded
}

/** Copies the bodies of rows that keep more memory than they use. Rows of text stay as they are. */
export const repackRows = (rows: readonly Row<unknown>[]): void => loaded?.repack(rows)
