import { DeletedFinalStateUnknown, deletionHandlingMetaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'

/** What `onDelete` was told, taken apart (client-go `cache.DeletedObject`). */
export interface DeletedObject<T> {
  /** The final state, or the last that was known of a tombstone; undefined when not even that is known. */
  readonly object: T | undefined
  /** The tombstone, where the deletion itself was missed. */
  readonly finalStateUnknown: DeletedFinalStateUnknown<T> | undefined
  readonly key: string
  readonly namespace: string
  readonly name: string
}

/**
 * Takes apart what `onDelete` was told, tombstone or not. Never throws: an object without a name has an empty key.
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
  // Leniently at the first slash only: further ones stay in the name.
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
