import type { KubernetesObject } from '@kube-informer/core'

/** What a source observed (controller-runtime `event.TypedCreateEvent` and its siblings). */
export type ObjectEvent<T = KubernetesObject> =
  | CreateEvent<T>
  | UpdateEvent<T>
  | DeleteEvent<T>
  | GenericEvent<T>

/** An object appeared. */
export interface CreateEvent<T = KubernetesObject> {
  readonly type: 'create'
  readonly object: T
  /** Whether the object existed when the source started. */
  readonly isInInitialList: boolean
}

/** An object changed, or was delivered again by a resync: then both sides have one resourceVersion. */
export interface UpdateEvent<T = KubernetesObject> {
  readonly type: 'update'
  readonly oldObject: T
  readonly object: T
}

/** An object is gone. */
export interface DeleteEvent<T = KubernetesObject> {
  readonly type: 'delete'
  /** The last known state. */
  readonly object: T
  /** Whether the deletion itself was missed, so that `object` may be outdated. */
  readonly deleteStateUnknown: boolean
}

/** Anything else, from outside the cluster. */
export interface GenericEvent<T = KubernetesObject> {
  readonly type: 'generic'
  readonly object: T
}
