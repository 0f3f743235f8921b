import type { KubernetesObject, ObjectMeta } from './object.ts'
import { type PathSegments, readPath } from './path.ts'

/**
 * How the cache reads stored values, which are objects or rows. Code in `cache/` reads them only through this
 * interface.
 */
export interface ObjectAccess<T> {
  /** `namespace/name`, if the stored value contains it, which saves building it at each lookup. */
  key?(object: T): string
  /** "" for a cluster-scoped object. */
  namespace(object: T): string
  /** "" if there is none, which the key functions reject. */
  name(object: T): string
  uid(object: T): string
  resourceVersion(object: T): string
  labels(object: T): Readonly<Record<string, string>>
  /**
   * Differs for two forms of one state, such as a Table's row before and after its columns change: equal uids and
   * resourceVersions are then two values. @default one form
   */
  variant?(object: T): string | undefined
  /**
   * Called before objects from a snapshot store are read. They are read once its promise resolves, and discarded if it
   * rejects. @default they can be read at once
   */
  prepare?(objects: readonly T[]): Promise<unknown> | undefined
  /**
   * A store calls it with its objects after many others were replaced. It copies what keeps the memory of those. The objects
   * stay the same references. It must not throw. @default objects share no memory
   */
  repack?(objects: readonly T[]): void
  /** The value at a path, decoding as little as possible; undefined if a step is missing. */
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
