import type { ObjectMeta } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'
import type { Row } from './row.ts'
import { decodeBody, textCodec } from './text-codec.ts'

const METADATA = ['metadata']
const LABELS = ['metadata', 'labels']

/**
 * Decodes the complete object. Each call costs one `JSON.parse` of the trimmed text, so reuse the result.
 *
 * @example const pod = readObject(row) // row: Row<Pod>
 */
export const readObject = <T>(row: Row<T>): T => decodeBody(row.body)

/** The object's metadata, decoded without the rest. */
export const readMetadata = <T>(row: Row<T>): ObjectMeta =>
  (textCodec.readPath(row.body, METADATA) as ObjectMeta | undefined) ?? {}

/** Access to rows: identity from the plain fields, everything else by scanning the body. */
export const rowAccess: ObjectAccess<Row<unknown>> = {
  key: row => row.key,
  namespace: row => row.namespace,
  name: row => row.name,
  uid: row => row.uid,
  resourceVersion: row => row.resourceVersion,
  labels: row => (textCodec.readPath(row.body, LABELS) as Readonly<Record<string, string>> | undefined) ?? {},
  readPath: (row, path) => textCodec.readPath(row.body, path),
}
