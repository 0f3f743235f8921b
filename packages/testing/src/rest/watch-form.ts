import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { encodeFrame, eventFrame, lastState, watchFrame } from '../storage/encode.ts'
import type { StorageEvent, StoredObject } from '../storage/stored-object.ts'
import type { Negotiated } from './negotiate.ts'
import { type IncludeObject, partialMetadata, rowTableOf } from './tables.ts'

/** What an object came to. */
type EventType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** How the objects of a watch are written. */
export interface WatchForm {
  /** An object of the first state. */
  state(stored: StoredObject): Uint8Array
  /** A write. */
  event(type: EventType, event: StorageEvent): Uint8Array
  bookmark(object: KubernetesObject): Uint8Array
}

/** The form that was asked for; a table's remembers whether it has named its columns. */
export function watchFormOf(
  resource: ResourceDefinition,
  { as, version }: Negotiated,
  includeObject: IncludeObject,
): WatchForm {
  if (as === undefined) return wholeObjects(resource)
  if (as !== 'Table') return converted(object => partialMetadata(object, version))
  let isFirst = true
  return converted(object => {
    const table = rowTableOf(object, { resource, includeObject, version }, isFirst)
    isFirst = false
    return table
  })
}

const wholeObjects = (resource: ResourceDefinition): WatchForm => ({
  state: stored => watchFrame(resource, 'ADDED', stored),
  event: (type, event) => eventFrame(resource, type, event),
  bookmark: object => encodeFrame('BOOKMARK', object),
})

const converted = (convert: (object: KubernetesObject) => object): WatchForm => ({
  state: ({ object }) => encodeFrame('ADDED', convert(object)),
  event: (type, event) => {
    const stored = type === 'DELETED' ? lastState(event) : event.current
    return stored ? encodeFrame(type, convert(stored.object)) : new Uint8Array(0)
  },
  bookmark: object => encodeFrame('BOOKMARK', convert(object)),
})
