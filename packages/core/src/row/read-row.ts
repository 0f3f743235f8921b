import type { ObjectMeta } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'
import type { Row } from '../api/row.ts'
import { repackRows } from './bytes-codec.ts'
import { decodeBody, readBodyPath } from './read-body.ts'

const METADATA = ['metadata']
const LABELS = ['metadata', 'labels']

/**
 * Decodes the complete object. Each call costs about one `JSON.parse` of the trimmed text, so reuse the result.
 *
 * @example const pod = readObject(row) // row: Row<Pod>
 */
export const readObject = <T>(row: Row<T>): T => decodeBody(row.body)

/** The object's metadata, decoded without the rest. */
export const readMetadata = <T>(row: Row<T>): ObjectMeta =>
  (readBodyPath(row.body, METADATA) as ObjectMeta | undefined) ?? {}

/** Access to rows: identity from the plain fields, everything else by scanning the body. */
export const rowAccess: ObjectAccess<Row<unknown>> = {
  key: row => row.key,
  namespace: row => row.namespace,
  name: row => row.name,
  uid: row => row.uid,
  resourceVersion: row => row.resourceVersion,
  labels: row => (readBodyPath(row.body, LABELS) as Readonly<Record<string, string>> | undefined) ?? {},
  readPath: (row, path) => readBodyPath(row.body, path),
  repack: repackRows,
}
