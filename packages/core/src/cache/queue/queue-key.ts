import { KeyError, UsageError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { Delta } from './queue.ts'

/** Anything that has a key: an object, a tombstone, or the deltas of one key. */
export type QueueItem<T> = T | DeletedFinalStateUnknown<T> | readonly Delta<T>[]

/** Computes the key of an object. */
export type ObjectKeyFunction<T> = (object: T, access: ObjectAccess<T>) => string

const isDeltas = <T>(item: QueueItem<T>): item is readonly Delta<T>[] => Array.isArray(item)

/** The key of an item (client-go `DeltaFIFO.KeyOf`); throws a KeyError if there is none. */
export function queueKey<T>(
  item: QueueItem<T>,
  keyFunction: ObjectKeyFunction<T>,
  access: ObjectAccess<T>,
): string {
  if (item instanceof DeletedFinalStateUnknown) return item.key
  if (!isDeltas(item)) return keyFunction(item, access)
  const newest = item.at(-1)
  if (newest === undefined || !('object' in newest))
    throw new KeyError(item, new UsageError('no object in it'))
  return queueKey(newest.object, keyFunction, access)
}
