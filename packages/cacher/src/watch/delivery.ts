import type { KubernetesObject, Status, WatchEvent } from '@kube-informer/core'
import { Encodable } from '../api/encodable.ts'
import type { CachedItem } from '../items/cached-item.ts'

/** The annotation of the bookmark that ends the initial events. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end'

/** The estimated size of a delivery, besides the text of its object. */
const OWN_BYTES = 64

/** An object enters, changes within, or leaves a selection. Watches with the same view share the delivery. */
export class ObjectDelivery<T extends KubernetesObject = KubernetesObject> extends Encodable {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** How many queues of a budget hold it. */
  holders = 0
  /** The size in memory that a queue accounts for, in bytes. */
  readonly size: number
  /** The version to send. For a DELETED event, the last matching content with the resourceVersion of the final write. */
  readonly subject: CachedItem<T>

  constructor(type: 'ADDED' | 'MODIFIED' | 'DELETED', subject: CachedItem<T>) {
    super()
    this.type = type
    this.subject = subject
    this.size = OWN_BYTES + subject.size
  }

  get resourceVersion(): string {
    return this.subject.resourceVersion
  }

  get object(): T {
    return this.subject.object
  }
}

/** A bookmark: everything up to its resourceVersion has been sent. */
export class BookmarkDelivery extends Encodable {
  readonly type = 'BOOKMARK'
  readonly resourceVersion: string
  /** The bookmark that ends the initial events. */
  readonly isInitialEventsEnd: boolean
  /** kind and apiVersion of the resource, and the resourceVersion. */
  readonly object: KubernetesObject
  readonly size: number = OWN_BYTES
  holders = 0

  constructor(type: TypeOfObjects, resourceVersion: string, isInitialEventsEnd: boolean) {
    super()
    this.resourceVersion = resourceVersion
    this.isInitialEventsEnd = isInitialEventsEnd
    const annotations = isInitialEventsEnd ? { annotations: { [INITIAL_EVENTS_END]: 'true' } } : {}
    this.object = {
      kind: type.kind,
      apiVersion: type.apiVersion,
      metadata: { resourceVersion, ...annotations },
    }
  }
}

/** An error that ends a watch; it is the last delivery. */
export class ErrorDelivery extends Encodable {
  readonly type = 'ERROR'
  readonly object: Status
  readonly size: number = OWN_BYTES
  holders = 0

  constructor(status: Status) {
    super()
    this.object = status
  }
}

/** The kind and apiVersion of a resource's objects. */
export interface TypeOfObjects {
  readonly kind: string
  readonly apiVersion: string
}

/** One event of a watch, possibly shared with other watches. Encode it with `delivery.encoded(encoder)`. */
export type Delivery<T extends KubernetesObject = KubernetesObject> =
  | ObjectDelivery<T>
  | BookmarkDelivery
  | ErrorDelivery

/** Converts a delivery to the watch event that a client of the apiserver receives. */
export function toWatchEvent<T extends KubernetesObject>(delivery: Delivery<T>): WatchEvent<T> {
  switch (delivery.type) {
    case 'BOOKMARK':
      return { type: 'BOOKMARK', object: delivery.object }
    case 'ERROR':
      return { type: 'ERROR', object: delivery.object }
    default:
      return { type: delivery.type, object: delivery.object }
  }
}
