import type { KubernetesObject } from '../api/object.ts'
import { CachedObject } from './cached-object.ts'
import { ObjectDelivery } from './delivery.ts'
import type { Selection } from './selection.ts'
import type { SortedTree } from './sorted-tree.ts'

/** The parts of a {@link CacheEvent}. */
export interface CacheEventParts<T extends KubernetesObject> {
  readonly revision: string
  /** Arrival time, in ms of the clock. */
  readonly time: number
  readonly previous: CachedObject<T> | undefined
  readonly current: CachedObject<T> | undefined
}

/** One write with the object before and after it, which together determine the delivery of each watch. */
export class CacheEvent<T extends KubernetesObject = KubernetesObject> {
  readonly revision: string
  readonly time: number
  /** Absent for a creation. */
  readonly previous: CachedObject<T> | undefined
  /** Absent for a deletion. */
  readonly current: CachedObject<T> | undefined
  /** The state after the write, while it is retained for lists of past revisions. */
  snapshot: SortedTree<CachedObject<T>> | undefined

  constructor({ revision, time, previous, current }: CacheEventParts<T>) {
    this.revision = revision
    this.time = time
    this.previous = previous
    this.current = current
  }
}

/** Creates the deliveries of one write on demand. Watches with the same view of the write share a delivery. */
export class FanOut<T extends KubernetesObject> {
  readonly #event: CacheEvent<T>
  #added: ObjectDelivery<T> | undefined
  #modified: ObjectDelivery<T> | undefined
  #deleted: ObjectDelivery<T> | undefined

  constructor(event: CacheEvent<T>) {
    this.#event = event
  }

  /** The delivery for a selection. A change may move an object into or out of the selection. */
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

/** The last content that matched the selection, with the resourceVersion of the write that ended the match. */
function lastState<T extends KubernetesObject>(previous: CachedObject<T>, revision: string): CachedObject<T> {
  const { object } = previous
  return new CachedObject({ ...object, metadata: { ...object.metadata, resourceVersion: revision } })
}
