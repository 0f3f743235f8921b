import type { KubernetesObject } from '@kube-informer/core'
import type { ObjectEvent } from './object-event.ts'
import type { RequestQueue } from './request-queue.ts'

/**
 * Turns an event into requests (controller-runtime `handler.TypedEventHandler`). The events of one source arrive one after
 * another: the next one follows when the returned promise settles.
 */
export type EventHandler<T = KubernetesObject> = (
  event: ObjectEvent<T>,
  queue: RequestQueue,
) => void | Promise<void>
