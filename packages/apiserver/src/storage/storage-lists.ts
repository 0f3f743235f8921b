import {
  badRequest,
  type CachedObject,
  continueExpired,
  decodeContinue,
  encodeContinue,
  listExpired,
  type SourceListOptions,
  tooLargeResourceVersion,
} from '@kube-informer/cacher'
import { type KubernetesObject, parseFieldSelector, parseLabelSelector } from '@kube-informer/core'
import { type Collection, rangeOf } from './collection.ts'
import type { StoredObject } from './stored-object.ts'

/** The revision, start and size of a list. */
interface Read {
  readonly revision: number
  readonly startKey: string
  readonly limit: number
}

/** One page from the storage. */
export interface StoragePage {
  readonly resourceVersion: string
  readonly items: readonly CachedObject[]
  readonly continue: string
  readonly remainingItemCount: number | undefined
}

/** The collection that a list reads. */
export interface StorageTarget {
  /** The object as selectors see it. */
  readonly cachedOf: (object: KubernetesObject) => CachedObject
  readonly collection: Collection
  /** The latest revision of the storage, which a list of the current state carries. */
  readonly current: number
}

/** Whether an object matches the selectors. */
export type Selects = (cached: CachedObject) => boolean

/** One page as etcd returns it; throws the Status errors of a real server. */
export function listStorage(target: StorageTarget, options: SourceListOptions): StoragePage {
  const { collection, current } = target
  const { namespace } = options
  const read = options.continue ? readContinued(target, options) : readFirst(target, options)
  const snapshot = collection.snapshot(Math.min(read.revision, current))
  const { start, end } = rangeOf(snapshot, namespace, read.startKey)
  const selects = selectionOf(options)
  const inView = (cached: CachedObject) => (selects(cached) ? cached : undefined)
  const { items, next } = take(snapshot, { start, end, limit: read.limit }, stored =>
    inView(target.cachedOf(stored.object)),
  )
  const last = snapshot[next - 1]
  const resourceVersion = String(read.revision)
  if (next >= end || !last) return { resourceVersion, items, continue: '', remainingItemCount: undefined }
  const token = { revision: resourceVersion, lastKey: last.key, namespace, fromCache: false }
  const isWhole = !options.labelSelector && !options.fieldSelector
  return {
    resourceVersion,
    items,
    continue: encodeContinue(token),
    remainingItemCount: isWhole ? end - next : undefined,
  }
}

/** The semantics of `resourceVersion`, `resourceVersionMatch` and `limit` for a first page. */
function readFirst({ collection, current }: StorageTarget, options: SourceListOptions): Read {
  const { resourceVersion, resourceVersionMatch, limit } = options
  const requested = Number(resourceVersion)
  const latest: Read = { revision: current, startKey: '', limit }
  if (requested === 0) return latest
  if (requested > current) throw tooLargeResourceVersion(resourceVersion, current)
  const isExact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && limit > 0)
  if (!isExact) return latest
  if (requested < collection.readFloor) throw listExpired()
  return { revision: requested, startKey: '', limit }
}

function readContinued({ collection, current }: StorageTarget, options: SourceListOptions): Read {
  const { namespace, resourceVersion, limit } = options
  const { revision: text, startKey } = decodeContinue(options.continue, namespace)
  if (resourceVersion !== '' && resourceVersion !== '0')
    throw badRequest('specifying resource version is not allowed when using continue')
  const revision = Number(text)
  if (revision < 0) return { revision: current, startKey, limit }
  if (revision > current) throw tooLargeResourceVersion(text, current)
  if (revision >= collection.readFloor) return { revision, startKey, limit }
  const lastKey = startKey.replace(/\0$/, '')
  throw continueExpired(encodeContinue({ revision: '-1', lastKey, namespace, fromCache: false }))
}

/** Combines both selectors, which were validated before. */
export function selectionOf({
  labelSelector,
  fieldSelector,
}: Pick<SourceListOptions, 'labelSelector' | 'fieldSelector'>): Selects {
  const matchesLabels = parseLabelSelector(labelSelector)
  const matchesFields = parseFieldSelector(fieldSelector)
  return cached => matchesLabels(cached.labels) && matchesFields(path => cached.field(path))
}

/** Up to `limit` matches (0: all), and the index after the last examined object. */
function take(
  snapshot: readonly StoredObject[],
  { start, end, limit }: { start: number; end: number; limit: number },
  viewOf: (stored: StoredObject) => CachedObject | undefined,
): { items: CachedObject[]; next: number } {
  const items: CachedObject[] = []
  for (let index = start; index < end; index++) {
    const stored = snapshot[index]
    const cached = stored && viewOf(stored)
    if (cached) items.push(cached)
    if (limit > 0 && items.length === limit) return { items, next: index + 1 }
  }
  return { items, next: end }
}
