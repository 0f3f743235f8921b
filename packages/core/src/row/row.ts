import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'
import { decodeBody, textCodec } from './text-codec.ts'

const METADATA = ['metadata']
const LABELS = ['metadata', 'labels']

declare const bodyOf: unique symbol

/** An encoded object. What it is made of is the codec's business: nothing else may look inside. */
export type RowBody<T> = { readonly [bodyOf]: T }

/**
 * How a worker keeps an object: its identity in the clear, the rest encoded. A plain record: it crosses
 * threads and goes to disk as it is, and is decoded only where somebody looks.
 */
export interface Row<T = KubernetesObject> {
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string
  readonly uid: string
  readonly resourceVersion: string
  readonly namespace: string
  readonly name: string
  readonly body: RowBody<T>
}

/**
 * The whole object, decoded: the cost of one `JSON.parse` of its trimmed text at each call, so keep the result.
 *
 * @example const pod = readObject(row) // row: Row<Pod>
 */
export const readObject = <T>(row: Row<T>): T => decodeBody(row.body)

/** The object's metadata, decoded without the rest. */
export const readMetadata = <T>(row: Row<T>): ObjectMeta =>
  (textCodec.readPath(row.body, METADATA) as ObjectMeta | undefined) ?? {}

/** Access to rows: what the record holds in the clear, and the rest by a scan of the body. */
export const rowAccess: ObjectAccess<Row<unknown>> = {
  key: row => row.key,
  namespace: row => row.namespace,
  name: row => row.name,
  uid: row => row.uid,
  resourceVersion: row => row.resourceVersion,
  labels: row => (textCodec.readPath(row.body, LABELS) as Readonly<Record<string, string>> | undefined) ?? {},
  readPath: (row, path) => textCodec.readPath(row.body, path),
}
