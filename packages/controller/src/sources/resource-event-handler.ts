import {
  DeletedFinalStateUnknown,
  type KubernetesObject,
  type ResourceEventHandler,
  UsageError,
} from '@kube-informer/core'
import { type EventTarget, handleEvents } from './handle-events.ts'

/** The handler of an informer that passes its events to the handler of a source. */
export function resourceEventHandler<T extends KubernetesObject>(
  target: EventTarget<T>,
): ResourceEventHandler<T> {
  const handle = handleEvents(target)
  return {
    onAdd: (object, isInInitialList) => handle({ type: 'create', object, isInInitialList }),
    onUpdate: (oldObject, object) => handle({ type: 'update', oldObject, object }),
    onDelete: gone => {
      if (!(gone instanceof DeletedFinalStateUnknown))
        return handle({ type: 'delete', object: gone, deleteStateUnknown: false })
      if (gone.object) return handle({ type: 'delete', object: gone.object, deleteStateUnknown: true })
      const error = new UsageError('the informer does not know the last state of a deleted object')
      target.context.log.error('a deletion is dropped', error, { object: gone.key })
    },
  }
}
