import type { KubernetesObject } from '@kube-informer/core'
import type { ObjectEvent } from './object-event.ts'

/** Whether an event is passed on (controller-runtime `predicate.TypedPredicate`). */
export type Predicate<T = KubernetesObject> = (event: ObjectEvent<T>) => boolean
