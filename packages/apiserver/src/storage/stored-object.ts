import type { KubernetesObject } from '@kube-informer/core'

/** One version of one object. Never changes. */
export interface StoredObject {
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string
  readonly revision: number
  /** Deeply frozen; carries kind, apiVersion and its own resourceVersion. */
  readonly object: KubernetesObject
}

/** One write, with the state before and after it; what a watch sends is derived from both. */
export interface StorageEvent {
  readonly revision: number
  readonly key: string
  /** Absent for a creation. */
  readonly previous: StoredObject | undefined
  /** Absent for a deletion. */
  readonly current: StoredObject | undefined
}
