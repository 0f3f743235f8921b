import type { KubernetesObject } from '@kube-informer/core'

/** A stored state of an object. Immutable. */
export interface StoredObject {
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string
  readonly revision: number
  /** Deeply frozen; carries kind, apiVersion and its own resourceVersion. */
  readonly object: KubernetesObject
}

/** A write with the states before and after it, from which watches derive their events. */
export interface StorageEvent {
  readonly revision: number
  readonly key: string
  /** Undefined for a creation. */
  readonly previous: StoredObject | undefined
  /** Undefined for a deletion. */
  readonly current: StoredObject | undefined
}
