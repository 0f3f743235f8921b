import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { Notification } from '../handlers/event-handler.ts'
import type { Delta } from '../queue/queue.ts'
import type { Indexer } from '../store/indexer.ts'

/** Where deltas go. */
export interface DeltaTarget<T> {
  readonly indexer: Indexer<T>
  readonly access: ObjectAccess<T>
  readonly isInInitialList: boolean
}

/**
 * Applies deltas to the store, oldest first, and answers what to tell (client-go `processDeltas`). All of it
 * happens in one turn: no reader sees half a batch, and nobody is told before the batch stands. A delta that
 * fails is reported and costs no other.
 */
export function applyDeltas<T>(
  deltas: readonly Delta<T>[],
  target: DeltaTarget<T>,
  onError: (error: unknown) => void,
): Notification<T>[] {
  const notifications: Notification<T>[] = []
  for (const delta of deltas) {
    try {
      for (const notification of applyDelta(delta, target)) notifications.push(notification)
    } catch (error) {
      onError(error)
    }
  }
  return notifications
}

/** Applies one delta and answers what to tell; throws what the store threw. */
export function applyDelta<T>(delta: Delta<T>, target: DeltaTarget<T>): readonly Notification<T>[] {
  switch (delta.type) {
    case 'Added':
    case 'Updated':
    case 'Replaced':
    case 'Sync':
      return [upsert(delta.object, target)]
    case 'Deleted':
      target.indexer.delete(delta.object)
      return [{ type: 'delete', object: delta.object }]
    case 'ReplacedAll':
      return replaceAll(delta, target)
    case 'SyncAll':
      return target.indexer
        .list()
        .map(object => ({ type: 'update', oldObject: object, object, isSync: true }))
    case 'Bookmark':
      target.indexer.bookmark(delta.resourceVersion)
      return []
  }
}

/** What the store knows decides between add and update, not the type of the delta. */
function upsert<T>(object: T, target: DeltaTarget<T>): Notification<T> {
  const { indexer, access, isInInitialList } = target
  let kept = object
  const oldObject = indexer.exchange(object, stored => {
    if (sameState(stored, object, access)) kept = stored
    return kept
  })
  if (oldObject === undefined) return { type: 'add', object, isInInitialList }
  return { type: 'update', oldObject, object: kept, isSync: sameResourceVersion(oldObject, object, access) }
}

/** Deletions are told first, as upstream; the store already holds the whole new state by then. */
function replaceAll<T>(
  { objects, resourceVersion }: { readonly objects: readonly T[]; readonly resourceVersion: string },
  target: DeltaTarget<T>,
): Notification<T>[] {
  const notifications: Notification<T>[] = []
  target.indexer.exchangeAll(objects, resourceVersion, {
    onGone: (key, object) => {
      notifications.push({ type: 'delete', object: new DeletedFinalStateUnknown(key, object) })
    },
    choose: (object, stored) => {
      const notification = replaceOne(stored, object, target)
      notifications.push(notification)
      return notification.object
    },
  })
  return notifications
}

/** What a relist says of one object; the reference that readers hold stays where the state is the same. */
function replaceOne<T>(
  stored: T | undefined,
  object: T,
  { access, isInInitialList }: DeltaTarget<T>,
): Notification<T> & { readonly object: T } {
  if (stored === undefined) return { type: 'add', object, isInInitialList }
  const kept = sameState(stored, object, access) ? stored : object
  return {
    type: 'update',
    oldObject: stored,
    object: kept,
    isSync: sameResourceVersion(stored, object, access),
  }
}

const sameResourceVersion = <T>(a: T, b: T, access: ObjectAccess<T>): boolean =>
  access.resourceVersion(a) === access.resourceVersion(b)

/** Same uid and version is the same state: the reference that readers hold stays. */
const sameState = <T>(a: T, b: T, access: ObjectAccess<T>): boolean =>
  access.resourceVersion(a) !== '' && sameResourceVersion(a, b, access) && access.uid(a) === access.uid(b)
