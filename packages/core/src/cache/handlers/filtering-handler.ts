import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ResourceEventHandler } from './event-handler.ts'

/** Options of {@link filteringResourceEventHandler}. */
export interface FilteringOptions<T> {
  /** Must depend on the object alone, and answer the same for the same state. */
  readonly filter: (object: T) => boolean
  readonly handler: ResourceEventHandler<T>
}

/**
 * A handler that sees only the objects that pass a filter (client-go `cache.FilteringResourceEventHandler`): one that
 * begins to pass is told as an add, one that ceases to pass as a delete. A tombstone passes by the last state that was
 * known; where none was, it is told, since nobody can know that it was never shown.
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
