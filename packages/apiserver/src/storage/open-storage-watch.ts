import {
  BookmarkDelivery,
  CachedObject,
  type CacherWatch,
  type CacherWatchOptions,
  type Delivery,
  expired,
  ObjectDelivery,
  requestedRevision,
  tooLargeResourceVersion,
} from '@kube-informer/cacher'
import { apiVersionOf, type KubernetesObject, StatusError } from '@kube-informer/core'
import type { Collection } from './collection.ts'
import { RejectedWatch } from './rejected-watch.ts'
import { type Selects, selectionOf } from './storage-lists.ts'
import type { StorageReadsOptions } from './storage-reads-options.ts'
import { StorageWatch } from './storage-watch.ts'
import type { StorageEvent } from './stored-object.ts'

const MIN_TIMEOUT_MS = 30 * 60_000
/** The buffer size of both queues on a real server. */
const QUEUE_SIZE = 200
const MAX_RETRY_AFTER_SECONDS = 3

/** The collection to watch, and its options. */
interface WatchTarget extends StorageReadsOptions {
  readonly collection: Collection
  readonly cachedOf: (object: KubernetesObject) => CachedObject
}

/** The start of a watch. */
interface Start {
  /** Only later writes are sent. */
  readonly revision: number
  readonly initial: readonly Delivery[]
}

/**
 * Opens a watch without a watch cache. Throws the 500 for an invalid resourceVersion; other errors are sent in the
 * stream.
 */
export function openStorageWatch(target: WatchTarget, options: CacherWatchOptions): CacherWatch {
  const { storage, collection, clock, random } = target
  const requested = Number(requestedRevision(options.resourceVersion ?? '', String(storage.current)))
  const selects = viewOf(options)
  const start = startOf(target, options, requested, selects)
  if (start instanceof StatusError) return new RejectedWatch(start.status)
  const { timeoutSeconds, queueSize = QUEUE_SIZE } = options
  const timeoutMs = timeoutSeconds ? timeoutSeconds * 1000 : MIN_TIMEOUT_MS * (1 + random())
  const offerTo = (watch: StorageWatch) => (event: StorageEvent) => {
    const delivery = event.revision > start.revision ? deliveryOf(target, event, selects) : undefined
    if (delivery) watch.offer(delivery)
  }
  return new StorageWatch({
    clock,
    size: queueSize,
    initial: start.initial,
    deadline: clock.now() + timeoutMs,
    follow: watch => collection.subscribe(offerTo(watch)),
  })
}

function viewOf({ namespace = '', labelSelector = '', fieldSelector = '' }: CacherWatchOptions): Selects {
  const selects = selectionOf({ labelSelector, fieldSelector })
  return cached => (namespace === '' || cached.namespace === namespace) && selects(cached)
}

function startOf(
  target: WatchTarget,
  { sendInitialEvents, allowWatchBookmarks }: CacherWatchOptions,
  requested: number,
  selects: Selects,
): Start | StatusError {
  const { storage, collection, random } = target
  const { current } = storage
  if (sendInitialEvents ?? requested === 0) {
    const retryAfterSeconds = 1 + Math.floor(random() * MAX_RETRY_AFTER_SECONDS)
    if (requested > current) return tooLargeResourceVersion(String(requested), current, retryAfterSeconds)
    const isMarked = sendInitialEvents === true && allowWatchBookmarks === true
    const state = stateOf(target, current, selects)
    return { revision: current, initial: isMarked ? [...state, markOf(target, current)] : state }
  }
  if (requested === 0) return { revision: current, initial: [] }
  if (requested < collection.watchFloor)
    return expired('The resourceVersion for the provided watch is too old.')
  const missed = collection.eventsAfter(requested)
  return { revision: requested, initial: missed.flatMap(event => deliveryOf(target, event, selects) ?? []) }
}

const stateOf = (
  { collection, cachedOf }: WatchTarget,
  revision: number,
  selects: Selects,
): readonly Delivery[] =>
  collection
    .snapshot(revision)
    .map(({ object }) => cachedOf(object))
    .filter(selects)
    .map(cached => new ObjectDelivery('ADDED', cached))

function markOf({ kind: { resource } }: WatchTarget, revision: number): Delivery {
  const type = { kind: resource.kind, apiVersion: apiVersionOf(resource) }
  return new BookmarkDelivery(type, String(revision), true)
}

/** The event of a write for a filtered view: a change can move an object into or out of it. */
function deliveryOf(
  { cachedOf }: WatchTarget,
  { previous, current, revision }: StorageEvent,
  selects: Selects,
): Delivery | undefined {
  const before = previous && cachedOf(previous.object)
  const after = current && cachedOf(current.object)
  const wasInView = before !== undefined && selects(before)
  if (after && selects(after)) return new ObjectDelivery(wasInView ? 'MODIFIED' : 'ADDED', after)
  return wasInView ? new ObjectDelivery('DELETED', lastState(before, revision)) : undefined
}

/** The last content in view, with the resourceVersion of the write that removed it. */
function lastState({ object }: CachedObject, revision: number): CachedObject {
  return new CachedObject({
    ...object,
    metadata: { ...object.metadata, resourceVersion: String(revision) },
  })
}
