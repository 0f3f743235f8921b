import type { KubernetesObject } from '../api/object.ts'
import { CachedObject } from './cached-object.ts'
import { ObjectDelivery } from './delivery.ts'
import type { Selection } from './selection.ts'
import type { SortedTree } from './sorted-tree.ts'

/** What a {@link CacheEvent} is made of. */
export interface CacheEventParts<T extends KubernetesObject> {
  readonly revision: string
  /** When it arrived, in ms of the clock. */
  readonly time: number
  readonly previous: CachedObject<T> | undefined
  readonly current: CachedObject<T> | undefined
}

/** One write, with the object before and after it: what each watch is sent follows from both. */
export class CacheEvent<T extends KubernetesObject = KubernetesObject> {
  readonly revision: string
  readonly time: number
  /** Absent for a creation. */
  readonly previous: CachedObject<T> | undefined
  /** Absent for a deletion. */
  readonly current: CachedObject<T> | undefined
  /** The state after it, as long as it is kept for lists of the past. */
  snapshot: SortedTree<CachedObject<T>> | undefined

  constructor({ revision, time, previous, current }: CacheEventParts<T>) {
    this.revision = revision
    this.time = time
    this.previous = previous
    this.current = current
  }
}

/** What one write is to watches, made where the first of them needs it and shared by all that see the same. */
export class FanOut<T extends KubernetesObject> {
  readonly #event: CacheEvent<T>
  #added: ObjectDelivery<T> | undefined
  #modified: ObjectDelivery<T> | undefined
  #deleted: ObjectDelivery<T> | undefined

  constructor(event: CacheEvent<T>) {
    this.#event = event
  }

  /** What a view sees: an object may enter it or leave it by being changed. */
  for(selection: Selection): ObjectDelivery<T> | undefined {
    const { previous, current } = this.#event
    const before = previous !== undefined && selection.matches(previous)
    if (current !== undefined && selection.matches(current))
      return before ? this.#asModified(current) : this.#asAdded(current)
    return before ? this.#asDeleted(previous) : undefined
  }

  #asAdded(current: CachedObject<T>): ObjectDelivery<T> {
    this.#added ??= new ObjectDelivery('ADDED', current)
    return this.#added
  }

  #asModified(current: CachedObject<T>): ObjectDelivery<T> {
    this.#modified ??= new ObjectDelivery('MODIFIED', current)
    return this.#modified
  }

  #asDeleted(previous: CachedObject<T>): ObjectDelivery<T> {
    this.#deleted ??= new ObjectDelivery('DELETED', lastState(previous, this.#event.revision))
    return this.#deleted
  }
}

/** The content as it was last in view, with the version of the write that ended it. */
function lastState<T extends KubernetesObject>(previous: CachedObject<T>, revision: string): CachedObject<T> {
  const { object } = previous
  return new CachedObject({ ...object, metadata: { ...object.metadata, resourceVersion: revision } })
}
