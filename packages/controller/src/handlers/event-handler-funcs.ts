import type { KubernetesObject } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import type { CreateEvent, DeleteEvent, GenericEvent, UpdateEvent } from '../api/object-event.ts'
import type { RequestQueue } from '../api/request-queue.ts'
import { queueOf } from './priority.ts'

type Func<TEvent> = ((event: TEvent, queue: RequestQueue) => void | Promise<void>) | undefined

/** One function for each type of event; an absent one ignores its events. */
export interface EventHandlerFuncs<T = KubernetesObject> {
  readonly create?: Func<CreateEvent<T>>
  readonly update?: Func<UpdateEvent<T>>
  readonly delete?: Func<DeleteEvent<T>>
  readonly generic?: Func<GenericEvent<T>>
}

/**
 * Handles events with one function for each type (controller-runtime `handler.Funcs`). Requests of initial lists and
 * resyncs receive a low priority, unless the function sets one.
 *
 * @example eventHandlerFuncs({ delete: ({ object }, queue) => queue.add(requestOf(object)) })
 */
export const eventHandlerFuncs =
  <T extends KubernetesObject = KubernetesObject>(funcs: EventHandlerFuncs<T>): EventHandler<T> =>
  (event, queue) => {
    const prioritized = queueOf(event, queue)
    switch (event.type) {
      case 'create':
        return funcs.create?.(event, prioritized)
      case 'update':
        return funcs.update?.(event, prioritized)
      case 'delete':
        return funcs.delete?.(event, prioritized)
      case 'generic':
        return funcs.generic?.(event, prioritized)
    }
  }
