import { type HandlerRegistration, type KubernetesObject, UsageError } from '@kube-informer/core'
import { abortable, onAbort } from '@kube-informer/core/internal'
import type { EventHandler } from '../api/event-handler.ts'
import type { Predicate } from '../api/predicate.ts'
import type { Source } from '../api/source.ts'
import type { EventInformer } from './event-informer.ts'
import { resourceEventHandler } from './resource-event-handler.ts'
import { StartOnce } from './start-once.ts'

/** The handler and the predicates of the events. */
export interface InformerSourceOptions<T extends KubernetesObject> {
  /** Its owner runs it. */
  readonly informer: EventInformer<T>
  readonly handler: EventHandler<T>
  /** All must pass an event; asked in order. @default none */
  readonly predicates?: readonly Predicate<T>[] | undefined
}

/**
 * The events of an informer that the application runs (controller-runtime `source.Informer`). The handler is removed when the
 * controller stops, or the watch ends.
 *
 * @example controller.watch(informerSource({ informer, handler: enqueueRequestForObject }))
 */
export function informerSource<T extends KubernetesObject>(options: InformerSourceOptions<T>): Source {
  const { informer, handler, predicates = [] } = options
  const description = 'informer source'
  const starts = new StartOnce(description)
  let registration: HandlerRegistration | undefined
  return {
    description,
    start(queue, signal, context) {
      if (!informer) throw new UsageError('must specify Informer.Informer')
      if (!handler) throw new UsageError('must specify Informer.Handler')
      starts.start(signal)
      const target = { handler, predicates, queue, context, signal, description }
      const added = informer.addEventHandler(resourceEventHandler(target), { name: description })
      registration = added
      onAbort(signal, () => added.remove())
    },
    async waitForSync(signal) {
      await abortable(registration?.synced ?? Promise.resolve(), signal)
    },
  }
}
