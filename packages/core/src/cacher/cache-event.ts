import type { KubernetesObject } from '../api/object.ts'
import type { CachedItem } from './cached-item.ts'
import { ObjectDelivery } from './delivery.ts'
import type { Selection } from './selection.ts'
import type { SortedTree } from './sorted-tree.ts'

/** The parts of a {@link CacheEvent}. */
export interface CacheEventParts<T extends KubernetesObject> {
  readonly revision: string
  /** Arrival time, in ms of the clock. */
  readonly time: number
  readonly previous: CachedItem<T> | undefined
  readonly current: CachedItem<T> | undefined
}

/** One write with the object before and after it, which together determine the delivery of each watch. */
export class CacheEvent<T extends KubernetesObject = KubernetesObject> {
  readonly revision: string
  readonly time: number
  /** Absent for a creation. */
  readonly previous: CachedItem<T> | undefined
  /** Absent for a deletion. */
  readonly current: CachedItem<T> | undefined
  /** The state after the write, while it is retained for lists of past revisions. */
  snapshot: SortedTree<CachedItem<T>> | undefined

  constructor({ revision, time, previous, current }: CacheEventParts<T>) {
    this.revision = revision
    this.time = time
    this.previous = previous
    this.current = current
  }

  /** The length of the texts of both versions, in characters: at least what only the history retains. */
  get size(): number {
    return (this.previous?.size ?? 0) + (this.current?.size ?? 0)
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

  #asAdded(current: CachedItem<T>): ObjectDelivery<T> {
    this.#added ??= new ObjectDelivery('ADDED', current)
    return this.#added
  }

  #asModified(current: CachedItem<T>): ObjectDelivery<T> {
    this.#modified ??= new ObjectDelivery('MODIFIED', current)
    return this.#modified
  }

  /** The last content that matched the selection, with the resourceVersion of the write that ended the match. */
  #asDeleted(previous: CachedItem<T>): ObjectDelivery<T> {
    this.#deleted ??= new ObjectDelivery('DELETED', previous.at(this.#event.revision))
    return this.#deleted
  }
}
