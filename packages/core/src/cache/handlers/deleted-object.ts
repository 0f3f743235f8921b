import { DeletedFinalStateUnknown, deletionHandlingMetaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'

/** The parts of an object that `onDelete` received (client-go `cache.DeletedObject`). */
export interface DeletedObject<T> {
  /** The final state, or the last known one of a tombstone; undefined if that is unknown, too. */
  readonly object: T | undefined
  /** The tombstone, if the informer missed the deletion. */
  readonly finalStateUnknown: DeletedFinalStateUnknown<T> | undefined
  readonly key: string
  readonly namespace: string
  readonly name: string
}

/**
 * Returns the parts of an object that `onDelete` received, tombstone or not. Never throws: an object without a name has
 * an empty key.
 *
 * @example onDelete: gone => log(deletedObject(gone).name)
 */
export function deletedObject<T>(
  gone: T | DeletedFinalStateUnknown<T>,
  access: ObjectAccess<T> = objectAccess as ObjectAccess<T>,
): DeletedObject<T> {
  const finalStateUnknown = gone instanceof DeletedFinalStateUnknown ? gone : undefined
  const object = gone instanceof DeletedFinalStateUnknown ? gone.object : gone
  const key = finalStateUnknown?.key ?? keyOrNothing(gone, access)
  // Splits at the first slash only: further ones remain in the name.
  const slash = key.indexOf('/')
  const namespace = slash === -1 ? '' : key.slice(0, slash)
  return { object, finalStateUnknown, key, namespace, name: key.slice(slash + 1) }
}

function keyOrNothing<T>(object: T | DeletedFinalStateUnknown<T>, access: ObjectAccess<T>): string {
  try {
    return deletionHandlingMetaNamespaceKey(object, access)
  } catch {
    return ''
  }
}
