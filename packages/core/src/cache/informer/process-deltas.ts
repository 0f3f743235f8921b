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
): readonly CacheChange<T>[] {
  const changes: CacheChange<T>[] = []
  for (const delta of deltas) {
    try {
      apply(delta, target, changes)
    } catch (error) {
      onError(error)
    }
  }
  return changes
}

/** Applies one delta and returns its changes; throws what the cache threw. */
export function applyDelta<T>(delta: Delta<T>, target: DeltaTarget<T>): readonly CacheChange<T>[] {
  const changes: CacheChange<T>[] = []
  apply(delta, target, changes)
  return changes
}

/** Applies one delta and appends its changes; throws what the cache threw, and then appends nothing. */
function apply<T>(delta: Delta<T>, target: DeltaTarget<T>, changes: CacheChange<T>[]): void {
  const { indexer, access } = target
  switch (delta.type) {
    case 'Added':
    case 'Updated':
    case 'Replaced':
    case 'Sync':
      changes.push(upsert(delta.object, target))
      break
    case 'Deleted':
      indexer.delete(delta.object)
      changes.push({ type: 'delete', key: indexer.keyOf(delta.object), object: delta.object })
      break
    case 'ReplacedAll':
      // A call of `push` with all of them would fail for more than about 100,000.
      for (const change of replaceAll(delta, target)) changes.push(change)
      break
    case 'SyncAll':
      for (const object of indexer.list()) changes.push(update(indexer.keyOf(object), object, object, access))
      break
    case 'Bookmark':
      indexer.bookmark(delta.resourceVersion)
  }
}

/** Whether the cache has the key decides between add and update, not the type of the delta. */
function upsert<T>(object: T, target: DeltaTarget<T>): CacheChange<T> {
  const { indexer, access, isInInitialList } = target
  const key = indexer.keyOf(object)
  const oldObject = indexer.exchange(key, object, access, sameState)
  if (oldObject === undefined) return { type: 'add', key, object, isInInitialList }
  return update(key, oldObject, object, access)
}

/** The stored object remains where its state is the same. */
function update<T>(
  key: string,
  oldObject: T,
  object: T,
  access: ObjectAccess<T>,
): CacheChange<T> & { readonly object: T } {
  const isSync = sameVersion(oldObject, object, access)
  const kept = isSync && sameState(oldObject, object, access) ? oldObject : object
  return { type: 'update', key, oldObject, object: kept, isSync }
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

/** The change of one object by a relist. */
function replaceOne<T>(
  key: string,
  stored: T | undefined,
  object: T,
  { access, isInInitialList }: DeltaTarget<T>,
): CacheChange<T> & { readonly object: T } {
  if (stored === undefined) return { type: 'add', key, object, isInInitialList }
  return update(key, stored, object, access)
}

const sameVersion = <T>(a: T, b: T, access: ObjectAccess<T>): boolean =>
  access.resourceVersion(a) === access.resourceVersion(b) && access.variant?.(a) === access.variant?.(b)

/** The same uid and resourceVersion are the same state: the stored object remains, so readers see no new reference. */
const sameState = <T>(a: T, b: T, access: ObjectAccess<T>): boolean =>
  access.resourceVersion(a) !== '' && sameVersion(a, b, access) && access.uid(a) === access.uid(b)
