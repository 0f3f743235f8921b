import type { KubernetesObject } from '../api/object.ts'

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
