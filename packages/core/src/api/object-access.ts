import type { KubernetesObject, ObjectMeta } from './object.ts'
import { type PathSegments, readPath } from './path.ts'

/**
 * How the cache reads what it stores, whatever its form (object or row). Nothing in `cache/` touches
 * `spec`, `status` or the form itself.
 */
export interface ObjectAccess<T> {
  /** `namespace/name`, where an object carries it ready-made: then nothing is put together at each look-up. */
  key?(object: T): string
  /** "" for a cluster-scoped object. */
  namespace(object: T): string
  /** "" when there is none, which the key functions refuse. */
  name(object: T): string
  uid(object: T): string
  resourceVersion(object: T): string
  labels(object: T): Readonly<Record<string, string>>
  /** The value at a path, without decoding more than it must; undefined where a step is missing. */
  readPath(object: T, path: PathSegments): unknown
}

const NO_META: ObjectMeta = Object.freeze({})
const NO_LABELS: Readonly<Record<string, string>> = Object.freeze({})
const metaOf = (object: KubernetesObject): ObjectMeta => object.metadata ?? NO_META

/** Access to plain objects, the default form. */
export const objectAccess: ObjectAccess<KubernetesObject> = {
  namespace: object => metaOf(object).namespace ?? '',
  name: object => metaOf(object).name ?? '',
  uid: object => metaOf(object).uid ?? '',
  resourceVersion: object => metaOf(object).resourceVersion ?? '',
  labels: object => metaOf(object).labels ?? NO_LABELS,
  readPath,
}
