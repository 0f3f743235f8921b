import type { KubernetesObject } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import { isThenable } from '../api/is-thenable.ts'
import type { ObjectEvent } from '../api/object-event.ts'
import type { Predicate } from '../api/predicate.ts'
import { requestKey } from '../api/request.ts'
import type { RequestQueue } from '../api/request-queue.ts'
import type { SourceContext } from '../api/source.ts'

/** Where the events of a source go. */
export interface EventTarget<T> {
  readonly handler: EventHandler<T>
  /** All must pass an event; asked in order, up to the first no. */
  readonly predicates: readonly Predicate<T>[]
  readonly queue: RequestQueue
  readonly context: SourceContext
  /** The source in messages. */
  readonly description: string
}

/**
 * Returns a function that passes events to a handler, if the predicates pass them. It returns a promise only if the handler
 * does, and never throws or rejects: an error is reported with the object's key, and the event is dropped.
 */
export function handleEvents<T extends KubernetesObject>(
  target: EventTarget<T>,
): (event: ObjectEvent<T>) => void | Promise<void> {
  const { handler, predicates, queue, context, description } = target
  const report = (event: ObjectEvent<T>, error: unknown): void =>
    context.log.error('a handler failed; its event is dropped', error, {
      ...{ source: description, event: event.type, object: keyOf(event.object) },
    })
  return event => {
    try {
      for (const passes of predicates) if (!passes(event)) return
      const pending = handler(event, queue)
      if (isThenable(pending)) return Promise.resolve(pending).catch(error => report(event, error))
    } catch (error) {
      report(event, error)
    }
  }
}

/** The object in messages: never its contents. */
const keyOf = (object: KubernetesObject | undefined): string =>
  requestKey({ namespace: object?.metadata?.namespace ?? '', name: object?.metadata?.name ?? '' })
