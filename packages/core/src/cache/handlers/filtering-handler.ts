import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ResourceEventHandler } from './event-handler.ts'

/** The filter, and the handler of what passes it. */
export interface FilteringOptions<T> {
  /** Must depend on the object alone, and return the same for the same state. */
  readonly filter: (object: T) => boolean
  readonly handler: ResourceEventHandler<T>
}

/**
 * A handler that receives only objects that pass a filter (client-go `cache.FilteringResourceEventHandler`): an object
 * that starts to pass is an add, one that no longer passes is a delete. A tombstone is filtered by its last known
 * state; without one, it is passed on, since the handler may have received the object.
 */
export function filteringResourceEventHandler<T>({
  filter,
  handler,
}: FilteringOptions<T>): ResourceEventHandler<T> {
  return {
    onAdd: (object, isInInitialList) =>
      filter(object) ? handler.onAdd?.(object, isInInitialList) : undefined,
    onUpdate: (oldObject, newObject) => {
      const before = filter(oldObject)
      if (filter(newObject)) {
        return before ? handler.onUpdate?.(oldObject, newObject) : handler.onAdd?.(newObject, false)
      }
      return before ? handler.onDelete?.(oldObject) : undefined
    },
    onDelete: object => {
      const last = object instanceof DeletedFinalStateUnknown ? object.object : object
      return last === undefined || filter(last) ? handler.onDelete?.(object) : undefined
    },
  }
}
