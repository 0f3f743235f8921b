import type { KubernetesObject } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import { requestOf } from '../api/request.ts'
import type { EnqueueOptions, RequestQueue } from '../api/request-queue.ts'
import { enqueueOptionsOf } from './priority.ts'

/** Adds the request of an object, unless the event lacks it or its metadata. */
function enqueue(
  object: KubernetesObject | undefined,
  queue: RequestQueue,
  options: EnqueueOptions | undefined,
): void {
  if (object?.metadata) queue.add(requestOf(object), options)
}

const hasEqualKey = (a: KubernetesObject | undefined, b: KubernetesObject | undefined): boolean =>
  a?.metadata?.name === b?.metadata?.name && a?.metadata?.namespace === b?.metadata?.namespace

/**
 * Enqueues the request of the object itself (controller-runtime `handler.EnqueueRequestForObject`). An update whose sides
 * have different names enqueues both.
 */
export const enqueueRequestForObject: EventHandler = (event, queue) => {
  const options = enqueueOptionsOf(event)
  if (event.type === 'update' && !hasEqualKey(event.oldObject, event.object)) {
    enqueue(event.oldObject, queue, options)
  }
  enqueue(event.object, queue, options)
}
