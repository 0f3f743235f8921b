import type { KubernetesObject } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import type { ObjectEvent } from '../api/object-event.ts'
import { type EnqueueOptions, LOW_PRIORITY, type RequestQueue } from '../api/request-queue.ts'

const LOW: EnqueueOptions = Object.freeze({ priority: LOW_PRIORITY })

/** Whether an event reports nothing new: a create of the initial list, or an update by a resync. */
function isUnchanged(event: ObjectEvent): boolean {
  if (event.type === 'create') return event.isInInitialList
  if (event.type !== 'update') return false
  return event.oldObject?.metadata?.resourceVersion === event.object?.metadata?.resourceVersion
}

/** The options of the requests of an event: a low priority if it reports nothing new. */
export const enqueueOptionsOf = (event: ObjectEvent): EnqueueOptions | undefined =>
  isUnchanged(event) ? LOW : undefined

/** The queue itself, or one that gives requests a low priority, unless the handler sets a priority. */
export function queueOf(event: ObjectEvent, queue: RequestQueue): RequestQueue {
  if (!isUnchanged(event)) return queue
  return { add: (request, options) => queue.add(request, { ...LOW, ...options }) }
}

/**
 * Gives the requests of initial lists and resyncs the priority {@link LOW_PRIORITY}, so that a restart does not delay new
 * events (controller-runtime `handler.WithLowPriorityWhenUnchanged`). A priority that the handler sets takes precedence.
 * The handlers of this package do so already.
 */
export const withLowPriorityWhenUnchanged =
  <T extends KubernetesObject>(handler: EventHandler<T>): EventHandler<T> =>
  (event, queue) =>
    handler(event, queueOf(event, queue))
