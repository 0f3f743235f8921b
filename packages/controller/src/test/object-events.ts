import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'
import type { CreateEvent, DeleteEvent, GenericEvent, UpdateEvent } from '../api/object-event.ts'

/** An object in the namespace `biz`. */
export const objectOf = (metadata: ObjectMeta = {}): KubernetesObject => ({
  metadata: { namespace: 'biz', name: 'baz', ...metadata },
})

export const createOf = (object: KubernetesObject, isInInitialList = false): CreateEvent => ({
  type: 'create',
  object,
  isInInitialList,
})

export const updateOf = (oldObject: KubernetesObject, object: KubernetesObject): UpdateEvent => ({
  type: 'update',
  oldObject,
  object,
})

export const deleteOf = (object: KubernetesObject): DeleteEvent => ({
  type: 'delete',
  object,
  deleteStateUnknown: false,
})

export const genericOf = (object: KubernetesObject): GenericEvent => ({ type: 'generic', object })
