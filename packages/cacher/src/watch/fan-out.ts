import type { KubernetesObject } from '@kube-informer/core'
import type { CacheEvent } from '../history/cache-event.ts'
import type { CachedItem } from '../items/cached-item.ts'
import type { Selection } from '../requests/selection.ts'
import { ObjectDelivery } from './delivery.ts'

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
