import {
  DeletedFinalStateUnknown,
  type KubernetesObject,
  type ResourceEventHandler,
  UsageError,
} from '@kube-informer/core'
import { TimeSlice } from '../api/time-slice.ts'
import { type EventTarget, handleEvents } from './handle-events.ts'

/**
 * The handler of an informer that passes its events to the handler of a source. The events of an initial list are handled in
 * short slices, the first one alone: to queue all of them has already taken a part of the task.
 */
export function resourceEventHandler<T extends KubernetesObject>(
  target: EventTarget<T>,
): ResourceEventHandler<T> {
  const handle = handleEvents(target)
  const slice = new TimeSlice(target.context.clock, true)
  return {
    onAdd: (object, isInInitialList) => {
      const pending = handle({ type: 'create', object, isInInitialList })
      return pending || !isInInitialList ? pending : slice.pause(false)
    },
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
