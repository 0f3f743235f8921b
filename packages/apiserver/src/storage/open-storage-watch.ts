import { apiVersionOf, type KubernetesObject, StatusError } from '@kube-informer/core'
import {
  BookmarkDelivery,
  CachedObject,
  type CacherWatch,
  type CacherWatchOptions,
  type Delivery,
  ObjectDelivery,
} from '@kube-informer/core/cacher'
import { expired, requestedRevision, tooLargeResourceVersion } from '@kube-informer/core/cacher/internal'
import type { Collection } from './collection.ts'
import { RefusedWatch } from './refused-watch.ts'
import { type Selects, selectionOf } from './storage-lists.ts'
import type { StorageReadsOptions } from './storage-reads-options.ts'
import { StorageWatch } from './storage-watch.ts'
import type { StorageEvent } from './stored-object.ts'

const MIN_TIMEOUT_MS = 30 * 60_000
/** What a real server lets wait for a reader of such a watch, in both of its channels. */
const QUEUE_SIZE = 200
const MAX_RETRY_AFTER_SECONDS = 3

/** Where a watch is to be opened. */
interface WatchPlace extends StorageReadsOptions {
  readonly collection: Collection
  readonly cachedOf: (object: KubernetesObject) => CachedObject
}

/** Where a watch starts. */
interface Start {
  /** Only writes after it are sent. */
  readonly revision: number
  readonly initial: readonly Delivery[]
}

/** A watch without a cache between; throws the 500 of a revision that is no number, and has the stream tell the rest. */
export function openStorageWatch(place: WatchPlace, options: CacherWatchOptions): CacherWatch {
  const { storage, collection, clock, random } = place
  const requested = Number(requestedRevision(options.resourceVersion ?? '', String(storage.current)))
  const selects = viewOf(options)
  const start = startOf(place, options, requested, selects)
  if (start instanceof StatusError) return new RefusedWatch(start.status)
  const { timeoutSeconds, queueSize = QUEUE_SIZE } = options
  const timeoutMs = timeoutSeconds ? timeoutSeconds * 1000 : MIN_TIMEOUT_MS * (1 + random())
  const offerTo = (watch: StorageWatch) => (event: StorageEvent) => {
    const delivery = event.revision > start.revision ? deliveryOf(place, event, selects) : undefined
    if (delivery) watch.offer(delivery)
  }
  return new StorageWatch({
    ...{ clock, size: queueSize, initial: start.initial },
    deadline: clock.now() + timeoutMs,
    follow: watch => collection.subscribe(offerTo(watch)),
  })
}

function viewOf({ namespace = '', labelSelector = '', fieldSelector = '' }: CacherWatchOptions): Selects {
  const selects = selectionOf({ labelSelector, fieldSelector })
  return cached => (namespace === '' || cached.namespace === namespace) && selects(cached)
}

function startOf(
  place: WatchPlace,
  { sendInitialEvents, allowWatchBookmarks }: CacherWatchOptions,
  requested: number,
  selects: Selects,
): Start | StatusError {
  const { storage, collection, random } = place
  const { current } = storage
  if (sendInitialEvents ?? requested === 0) {
    const retryAfterSeconds = 1 + Math.floor(random() * MAX_RETRY_AFTER_SECONDS)
    if (requested > current) return tooLargeResourceVersion(String(requested), current, retryAfterSeconds)
    const isMarked = sendInitialEvents === true && allowWatchBookmarks === true
    const state = stateOf(place, current, selects)
    return { revision: current, initial: isMarked ? [...state, markOf(place, current)] : state }
  }
  if (requested === 0) return { revision: current, initial: [] }
  if (requested < collection.watchFloor)
    return expired('The resourceVersion for the provided watch is too old.')
  const missed = collection.eventsAfter(requested)
  return { revision: requested, initial: missed.flatMap(event => deliveryOf(place, event, selects) ?? []) }
}

const stateOf = (
  { collection, cachedOf }: WatchPlace,
  revision: number,
  selects: Selects,
): readonly Delivery[] =>
  collection
    .snapshot(revision)
    .map(({ object }) => cachedOf(object))
    .filter(selects)
    .map(cached => new ObjectDelivery('ADDED', cached))

function markOf({ kind: { resource } }: WatchPlace, revision: number): Delivery {
  const type = { kind: resource.kind, apiVersion: apiVersionOf(resource) }
  return new BookmarkDelivery(type, String(revision), true)
}

/** What a write means for a view: an object may enter it or leave it by being changed. */
function deliveryOf(
  { cachedOf }: WatchPlace,
  { previous, current, revision }: StorageEvent,
  selects: Selects,
): Delivery | undefined {
  const before = previous && cachedOf(previous.object)
  const after = current && cachedOf(current.object)
  const wasInView = before !== undefined && selects(before)
  if (after && selects(after)) return new ObjectDelivery(wasInView ? 'MODIFIED' : 'ADDED', after)
  return wasInView ? new ObjectDelivery('DELETED', lastState(before, revision)) : undefined
}

/** The content as it was last in view, with the revision of the write that ended it. */
function lastState({ object }: CachedObject, revision: number): CachedObject {
  return new CachedObject({
    ...object,
    metadata: { ...object.metadata, resourceVersion: String(revision) },
  })
}
