import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { Delta } from '../queue/queue.ts'
import type { Indexer } from '../store/indexer.ts'
import type { CacheChange } from './cache-change.ts'

/** The cache that deltas are applied to. */
export interface DeltaTarget<T> {
  readonly indexer: Indexer<T>
  readonly access: ObjectAccess<T>
  readonly isInInitialList: boolean
}

/**
 * Applies deltas to the cache, oldest first, and returns the changes (client-go `processDeltas`). It runs synchronously:
 * no reader sees half a batch, and handlers are called afterwards. A delta that fails is reported and skipped.
 */
export function applyDeltas<T>(
  deltas: readonly Delta<T>[],
  target: DeltaTarget<T>,
  onError: (error: unknown) => void,
): CacheChange<T>[] {
  const changes: CacheChange<T>[] = []
  for (const delta of deltas) {
    try {
      for (const change of applyDelta(delta, target)) changes.push(change)
    } catch (error) {
      onError(error)
    }
  }
  return changes
}

/** Applies one delta and returns its changes; throws what the cache threw. */
export function applyDelta<T>(delta: Delta<T>, target: DeltaTarget<T>): readonly CacheChange<T>[] {
  switch (delta.type) {
    case 'Added':
    case 'Updated':
    case 'Replaced':
    case 'Sync':
      return [upsert(delta.object, target)]
    case 'Deleted':
      target.indexer.delete(delta.object)
      return [{ type: 'delete', key: target.indexer.keyOf(delta.object), object: delta.object }]
    case 'ReplacedAll':
      return replaceAll(delta, target)
    case 'SyncAll':
      return target.indexer.list().map(object => ({
        type: 'update',
        key: target.indexer.keyOf(object),
        oldObject: object,
        object,
        isSync: true,
      }))
    case 'Bookmark':
      target.indexer.bookmark(delta.resourceVersion)
      return []
  }
}

/** Whether the cache has the key decides between add and update, not the type of the delta. */
function upsert<T>(object: T, target: DeltaTarget<T>): CacheChange<T> {
  const { indexer, access, isInInitialList } = target
  const key = indexer.keyOf(object)
  let kept = object
  const oldObject = indexer.exchange(key, object, stored => {
    if (sameState(stored, object, access)) kept = stored
    return kept
  })
  if (oldObject === undefined) return { type: 'add', key, object, isInInitialList }
  return {
    type: 'update',
    key,
    oldObject,
    object: kept,
    isSync: sameVersion(oldObject, object, access),
  }
}

/** Deletions come first, as upstream; the cache already has the whole new content when handlers are called. */
function replaceAll<T>(
  { objects, resourceVersion }: { readonly objects: readonly T[]; readonly resourceVersion: string },
  target: DeltaTarget<T>,
): CacheChange<T>[] {
  const changes: CacheChange<T>[] = []
  target.indexer.exchangeAll(objects, resourceVersion, {
    onGone: (key, object) => {
      changes.push({ type: 'delete', key, object: new DeletedFinalStateUnknown(key, object) })
    },
    choose: (object, stored, key) => {
      const change = replaceOne(key, stored, object, target)
      changes.push(change)
      return change.object
    },
  })
  return changes
}

/** The change of one object by a relist. The stored object remains where its state is the same. */
function replaceOne<T>(
  key: string,
  stored: T | undefined,
  object: T,
  { access, isInInitialList }: DeltaTarget<T>,
): CacheChange<T> & { readonly object: T } {
  if (stored === undefined) return { type: 'add', key, object, isInInitialList }
  const kept = sameState(stored, object, access) ? stored : object
  return {
    type: 'update',
    key,
    oldObject: stored,
    object: kept,
    isSync: sameVersion(stored, object, access),
  }
}

const sameVersion = <T>(a: T, b: T, access: ObjectAccess<T>): boolean =>
  access.resourceVersion(a) === access.resourceVersion(b) && access.variant?.(a) === access.variant?.(b)

/** The same uid and resourceVersion are the same state: the stored object remains, so readers see no new reference. */
const sameState = <T>(a: T, b: T, access: ObjectAccess<T>): boolean =>
  access.resourceVersion(a) !== '' && sameVersion(a, b, access) && access.uid(a) === access.uid(b)
