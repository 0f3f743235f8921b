import type { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'

/** A stored state of an object. Immutable. */
export interface StoredObject {
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string
  readonly revision: number
  /** Deeply frozen; carries kind, apiVersion and its own resourceVersion. */
  readonly object: KubernetesObject
  /** It is stored in an outdated form: even a write that changes nothing stores it again. @default false */
  readonly isStale?: boolean | undefined
  /** `object` was decoded, with the defaults of the form in which it is stored. @default false */
  readonly isDecoded?: boolean | undefined
}

/** A stored state that is built when it is first read. */
export class LazyStoredObject implements StoredObject {
  readonly key: string
  readonly revision: number
  /** The same object for a watch cache. */
  readonly lazy: LazyObject

  constructor(key: string, revision: number, lazy: LazyObject) {
    this.key = key
    this.revision = revision
    this.lazy = lazy
  }

  get object(): KubernetesObject {
    return this.lazy.object
  }
}

/**
 * What is known of an object's metadata without building it. A lazy object that is not built has the owner references of its
 * description, neither finalizers nor a deletion time.
 */
export const knownMetadata = (stored: StoredObject): ObjectMeta =>
  (stored instanceof LazyStoredObject && !stored.lazy.isBuilt
    ? stored.lazy.metadata
    : stored.object.metadata) ?? {}

/** A write with the states before and after it, from which watches derive their events. */
export interface StorageEvent {
  readonly revision: number
  readonly key: string
  /** Undefined for a creation. */
  readonly previous: StoredObject | undefined
  /** Undefined for a deletion. */
  readonly current: StoredObject | undefined
}
