import type { KubernetesObject } from './object.ts'

declare const bodyOf: unique symbol

/** An encoded object. Only the codec reads it. */
export type RowBody<T> = { readonly [bodyOf]: T }

/**
 * The stored form of an object in a worker: its identity as plain fields, the rest encoded. A plain record: it crosses
 * threads and is stored on disk unchanged, and is decoded only when its object is read. The body of a row of protobuf can be a
 * view of a buffer with other bodies; a structured clone copies the whole buffer. A store may replace a body by an equal copy.
 */
export interface Row<T = KubernetesObject> {
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string
  readonly uid: string
  readonly resourceVersion: string
  readonly namespace: string
  readonly name: string
  readonly body: RowBody<T>
  /** Of a row of a Table: a text that differs where its cells are those of other columns. */
  readonly columns?: string
}
