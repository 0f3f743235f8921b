import type { PathSegments } from '../api/path.ts'
import type { Row, RowBody } from '../api/row.ts'
import { bytesCodec } from './bytes-codec.ts'
import { decodeText, readTextPath } from './text-codec.ts'

/** The content of a body: JSON text, or an object in Kubernetes protobuf with its envelope. Both occur in one store. */
export const contentOf = <T>(body: RowBody<T>): string | Uint8Array => body as unknown as string | Uint8Array

/** Whether a row is protobuf, which can be read once its codec is loaded. */
export const hasBytes = ({ body }: Row<unknown>): boolean => typeof contentOf(body) !== 'string'

/** Decodes a body. Throws a ProtocolError when it is broken. */
export function decodeBody<T>(body: RowBody<T>): T {
  const content = contentOf(body)
  return (typeof content === 'string' ? decodeText(content) : bytesCodec().decode(content)) as T
}

/** The value at a path; only that value is decoded. Throws a ProtocolError when the body is broken. */
export function readBodyPath<T>(body: RowBody<T>, path: PathSegments): unknown {
  const content = contentOf(body)
  return typeof content === 'string' ? readTextPath(content, path) : bytesCodec().readPath(content, path)
}
