import type { KubernetesObject } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import { isThenable } from '../api/is-thenable.ts'
import type { ObjectEvent } from '../api/object-event.ts'
import type { Predicate } from '../api/predicate.ts'
import { requestKey } from '../api/request.ts'
import type { RequestQueue } from '../api/request-queue.ts'
import type { SourceContext } from '../api/source.ts'
import { EventRetries } from './event-retries.ts'

/** Where the events of a source go. */
export interface EventTarget<T> {
  readonly handler: EventHandler<T>
  /** All must pass an event; asked in order, up to the first no. */
  readonly predicates: readonly Predicate<T>[]
  readonly queue: RequestQueue
  readonly context: SourceContext
  /** Ends the retries of events that could not be handled. */
  readonly signal: AbortSignal
  /** The source in messages. */
  readonly description: string
}

/**
 * Returns a function that passes events to a handler, if the predicates pass them. It returns a promise only if the handler
 * does, and never throws or rejects. An event whose handler fails is reported with the object's key, and handled again
 * with backoff. An event whose predicate throws is reported and dropped.
 */
export function handleEvents<T extends KubernetesObject>(
  target: EventTarget<T>,
): (event: ObjectEvent<T>) => void | Promise<void> {
  const { handler, predicates, queue, context, signal, description } = target
  const fieldsOf = (event: ObjectEvent<T>) => ({
    ...{ source: description, event: event.type, object: keyOf(event.object) },
  })
  const reportDropped = (event: ObjectEvent<T>, error: unknown): void =>
    context.log.error('an event could not be handled; it is dropped', error, fieldsOf(event))
  const retries = new EventRetries<ObjectEvent<T>>({
    ...{ clock: context.clock, signal, handle: event => handler(event, queue) },
    onFailure: (event, error, isLast) => {
      if (isLast) reportDropped(event, error)
      else context.log.debug('a handler failed again', fieldsOf(event))
    },
  })
  const retry = (event: ObjectEvent<T>, error: unknown): void => {
    if (signal.aborted) context.log.debug('a handler failed after the stop of its source', fieldsOf(event))
    else if (!retries.add(keyOf(event.object), event)) reportDropped(event, error)
    else context.log.error('a handler failed; its event is handled again later', error, fieldsOf(event))
  }
  /** Whether the event waits for earlier ones of its object. */
  const waits = (event: ObjectEvent<T>): boolean => {
    if (retries.size === 0) return false
    const key = keyOf(event.object)
    return retries.has(key) && retries.add(key, event)
  }
  return event => {
    // A request without a name would be reconciled for nothing (controller-runtime "received with no metadata").
    if (!hasMetadata(event)) return context.log.info('an event without metadata is dropped', fieldsOf(event))
    try {
      for (const passes of predicates) if (!passes(event)) return
    } catch (error) {
      return reportDropped(event, error)
    }
    if (waits(event)) return
    try {
      const pending = handler(event, queue)
      if (isThenable(pending)) return Promise.resolve(pending).catch(error => retry(event, error))
    } catch (error) {
      retry(event, error)
    }
  }
}

const hasMetadata = (event: ObjectEvent<KubernetesObject>): boolean =>
  Boolean(event.object?.metadata ?? (event.type === 'update' && event.oldObject?.metadata))

/** The object in messages: never its contents. */
const keyOf = (object: KubernetesObject | undefined): string =>
  requestKey({ namespace: object?.metadata?.namespace ?? '', name: object?.metadata?.name ?? '' })
